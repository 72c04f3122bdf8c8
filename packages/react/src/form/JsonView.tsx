"use client";
import { applyJsonText, pointerSegments, toJsonText, unknownKeys, type FormStore } from "@callboard/core/form";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useStore, type Store } from "../useStore.ts";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { issueText, useFormScope, useFormStatus } from "../field/api/formContext.ts";
import type { FormPartTranslate } from "../messages/messages.ts";
import { usePartWords } from "./usePartWords.ts";
import { syntaxIssues, valueIssues, type JsonIssue } from "./jsonPositions.ts";
import { rootOf } from "../rootOf.ts";

/** Milliseconds of quiet before what is typed is checked. */
const pause = 300;
const longest = 30;
const mostShown = 20;

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
  const errors = issues.filter((issue) => !issue.isWarning);
  const warnings = issues.filter((issue) => issue.isWarning);
  const wrong = new Set(errors.map((issue) => issue.line));
  const warned = new Set(warnings.map((issue) => issue.line));

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
    const [first] = errors;
    if (attempts <= refused.current || !first) {
      refused.current = Math.min(refused.current, attempts);
      return;
    }
    refused.current = attempts;
    show(first);
  });

  return (
    <div className="cb-json">
      <div className="cb-json-editor" data-invalid={errors.length > 0 ? "" : undefined}>
        <div className="cb-json-lines" ref={gutter} aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => (
            <span
              key={index}
              data-wrong={wrong.has(index + 1) ? "" : undefined}
              data-warned={warned.has(index + 1) ? "" : undefined}
            >
              {index + 1}
            </span>
          ))}
        </div>
        <textarea
          ref={area}
          className="cb-json-text"
          aria-label={t("form.jsonLabel")}
          aria-invalid={errors.length > 0 || undefined}
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
        {wrong.size > 0 && <p className="cb-visually-hidden">{t("form.jsonIssues", { count: wrong.size })}</p>}
        {warned.size > 0 && <p className="cb-visually-hidden">{t("form.jsonWarnings", { count: warned.size })}</p>}
        {/* What stops a submit is said first where there is too much to say. */}
        {(issues.length > mostShown ? [...errors, ...warnings].slice(0, mostShown) : issues).map((issue) => {
          const message = messageOf(issue, t);
          return (
            <button
              key={`${issue.start} ${message}`}
              type="button"
              data-warning={issue.isWarning ? "" : undefined}
              onClick={() => show(issue)}
            >
              {fieldIcon(issue.isWarning ? "warning" : "alert")}
              <span>{t("form.jsonIssue", { line: issue.line, message })}</span>
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** What is wrong, with the name of the value that it is wrong with. */
function messageOf({ problem }: JsonIssue, t: FormPartTranslate): string {
  if (typeof problem === "string") return t(problem);
  if (!("code" in problem)) {
    const { key: name, meant, isElsewhere } = problem;
    if (isElsewhere) return t("form.json.elsewhere", { name });
    return meant === undefined ? t("form.json.unknown", { name }) : t("form.json.meant", { name, meant });
  }
  const name = pointerSegments(problem.path).at(-1) ?? "";
  return name === "" ? issueText(t, problem) : `${name}: ${issueText(t, problem)}`;
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
      const { json } = store.getContent();
      if (json?.problem) {
        setFound(syntaxIssues(text));
        return;
      }
      // The text where there is one: the output leaves out what no field shows.
      const value: unknown = json ? JSON.parse(json.text) : store.getOutput();
      setFound(valueIssues(text, store.check(), unknownKeys(store.model, value)));
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
