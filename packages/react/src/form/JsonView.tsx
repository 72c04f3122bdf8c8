"use client";
import { applyJsonText, toJsonText, type FormStore } from "@callboard/core/form";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useStore, type Store } from "../useStore.ts";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { issueText, useFormScope, useFormStatus } from "../field/api/formContext.ts";
import { usePartWords } from "./usePartWords.ts";
import { syntaxIssues, valueIssues, type JsonIssue } from "./jsonPositions.ts";
import { rootOf } from "../rootOf.ts";

/** Milliseconds of quiet before what is typed is checked. */
const pause = 300;
const longest = 30;

/** A form's value as JSON to read and to write, with each error at its line. */
export function JsonView({ disabled }: { disabled: boolean }): ReactNode {
  const { store, readOnly } = useFormScope();
  const t = usePartWords();
  const text = useStore(useMemo(() => jsonTextOf(store), [store]));
  const issues = useJsonIssues(store, text);
  const { attempts } = useFormStatus(store);
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const typed = useRef(text);
  const id = useId();
  const lines = text.split("\n").length;
  const wrong = new Set(issues.map((issue) => issue.line));

  // After undo or a change in the form the caret goes to the change, not to the end, where browsers put it.
  useLayoutEffect(() => {
    const before = typed.current;
    typed.current = text;
    if (before === text || !area.current || rootOf(area.current).activeElement !== area.current) return;
    let tail = 0;
    const most = Math.min(before.length, text.length);
    while (tail < most && before.at(-1 - tail) === text.at(-1 - tail)) tail++;
    const caret = text.length - tail;
    area.current?.setSelectionRange(caret, caret);
  }, [text]);

  const show = ({ start, end }: JsonIssue): void => {
    area.current?.focus();
    area.current?.setSelectionRange(start, Math.max(start, end));
  };
  const refused = useRef(attempts);
  useEffect(() => {
    if (attempts <= refused.current || issues.length === 0) {
      refused.current = Math.min(refused.current, attempts);
      return;
    }
    refused.current = attempts;
    show(issues[0]!);
  });

  return (
    <div className="cb-json">
      <div className="cb-json-editor" data-invalid={issues.length > 0 ? "" : undefined}>
        <div className="cb-json-lines" ref={gutter} aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => (
            <span key={index} data-wrong={wrong.has(index + 1) ? "" : undefined}>
              {index + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={area}
          className="cb-json-text"
          aria-label={t("form.jsonLabel")}
          aria-invalid={issues.length > 0 || undefined}
          aria-describedby={issues.length > 0 ? id : undefined}
          rows={Math.min(Math.max(lines + 1, 8), longest)}
          wrap="off"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          readOnly={readOnly || disabled}
          value={text}
          onChange={(event) => {
            typed.current = event.target.value;
            applyJsonText(store, event.target.value);
          }}
          onBlur={() => store.touch("")}
          onScroll={(event) => {
            if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
      <div className="cb-json-issues" id={id} role="status">
        {issues.length > 0 && <p className="cb-visually-hidden">{t("form.jsonIssues", { count: wrong.size })}</p>}
        {issues.slice(0, 20).map((issue) => {
          const { problem, line } = issue;
          const message = typeof problem === "string" ? t(problem) : issueText(t, problem);
          const name = typeof problem === "string" ? "" : problem.path.slice(problem.path.lastIndexOf("/") + 1);
          return (
            <button key={`${issue.start} ${message}`} type="button" onClick={() => show(issue)}>
              {fieldIcon("alert")}
              <span>{t("form.jsonIssue", { line, message: name === "" ? message : `${name}: ${message}` })}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** A form's JSON text, written out again only when the value is another. */
function jsonTextOf(store: FormStore): Store<string> {
  let last: { value: unknown; json: unknown; text: string } | undefined;
  return {
    subscribe: (listener) => store.subscribe("", listener),
    read() {
      const { value, json } = store.getContent();
      if (!last || last.value !== value || last.json !== json) last = { value, json, text: toJsonText(store).text };
      return last.text;
    },
  };
}

function useJsonIssues(store: FormStore, text: string): readonly JsonIssue[] {
  const { issues: submitted } = useFormStatus(store);
  const [found, setFound] = useState<readonly JsonIssue[]>([]);
  useEffect(() => {
    const look = (): void => {
      const isBroken = store.getContent().json?.problem !== undefined;
      setFound(isBroken ? syntaxIssues(text) : valueIssues(text, store.check()));
    };
    if (submitted.length > 0) {
      look();
      return;
    }
    const timer = setTimeout(look, pause);
    return () => clearTimeout(timer);
  }, [store, text, submitted]);
  return found;
}
