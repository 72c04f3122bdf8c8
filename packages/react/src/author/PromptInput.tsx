"use client";
import type { JsonSchema } from "@callboard/core";
import { checkTemplate, type TemplateProblem } from "@callboard/core/execution";
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { isComposing } from "../isComposing.ts";
import { authorEnglish } from "../messages/authorEnglish.ts";
import type { Translate } from "../messages/messages.ts";
import { useKit } from "../provider/ToolProvider.tsx";

export interface PromptInputProps {
  value: string;
  inputSchema: JsonSchema;
  error?: string | undefined;
  onChange(value: string): void;
}

/**
 * A prompt: fields of the input stand in two braces, are offered while they are typed, and are checked against the
 * input.
 */
export function PromptInput({ value, inputSchema, error, onChange }: PromptInputProps): ReactNode {
  const { t } = useKit(authorEnglish);
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const names = useMemo(() => namesIn(inputSchema), [inputSchema]);
  const problems = useMemo(() => checkTemplate(value, inputSchema), [value, inputSchema]);
  const typed = caret === null ? null : typedName(value, caret);
  const offered = typed === null ? [] : names.filter((name) => name.toLowerCase().startsWith(typed.toLowerCase()));
  const isOpen = offered.length > 0 && !(offered.length === 1 && offered[0] === typed);
  const chosen = offered[Math.min(active, offered.length - 1)];

  /** Puts a field's name at the caret, in the place of what was typed of it. */
  const insert = (name: string) => {
    const at = area.current?.selectionStart ?? value.length;
    const begun = typedName(value, at);
    const before = begun === null ? `${value.slice(0, at)}{{` : value.slice(0, at - begun.length);
    const after = value.slice(at).replace(/^[\w.-]*(\}\})?/, begun === null ? "$&" : "");
    const next = `${before}${name}}}`;
    onChange(next + after);
    setCaret(null);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(next.length, next.length);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || chosen === undefined || isComposing(event)) return;
    const { key } = event;
    const last = offered.length - 1;
    if (key === "ArrowDown") setActive(active >= last ? 0 : active + 1);
    else if (key === "ArrowUp") setActive(active <= 0 ? last : active - 1);
    else if (key === "Enter" || key === "Tab") insert(chosen);
    else if (key === "Escape") setCaret(null);
    else return;
    event.preventDefault();
  };
  const follow = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }) => {
    setCaret(currentTarget.selectionStart);
  };
  const said = problems.map((problem) => problemInWords(t, problem));
  if (error !== undefined && said.length === 0) said.push(error);
  return (
    <div className="cb-field cb-author-prompt">
      <label className="cb-field-label" htmlFor={id}>
        {t("author.prompt")}
        <span className="cb-field-required" aria-hidden>
          *
        </span>
      </label>
      <div className="cb-author-prompt-box">
        <textarea
          ref={area}
          id={id}
          className="cb-input"
          dir="auto"
          rows={8}
          value={value}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen ? `${id}-${chosen}` : undefined}
          aria-required
          aria-invalid={said.length > 0 || undefined}
          aria-describedby={`${id}-said`}
          onChange={(event) => {
            onChange(event.target.value);
            setActive(0);
            follow({ currentTarget: event.target });
          }}
          onKeyDown={onKeyDown}
          onKeyUp={({ key, currentTarget }) => {
            if (/^(ArrowLeft|ArrowRight|Home|End)$/.test(key)) follow({ currentTarget });
          }}
          onClick={follow}
          onBlur={() => setCaret(null)}
        />
        <div
          id={`${id}-list`}
          role="listbox"
          className="cb-author-offers"
          aria-label={t("author.variables")}
          hidden={!isOpen}
        >
          {isOpen &&
            offered.map((name) => (
              <div
                key={name}
                id={`${id}-${name}`}
                role="option"
                tabIndex={-1}
                aria-selected={name === chosen}
                // The text keeps its focus, and its caret; its keys choose.
                onPointerDown={(event) => {
                  event.preventDefault();
                  insert(name);
                }}
              >
                <code dir="ltr">{name}</code>
              </div>
            ))}
        </div>
      </div>
      <div id={`${id}-said`}>
        {said.length > 0 ? (
          <ul className="cb-author-problems">
            {said.map((line) => (
              <li key={line} className="cb-field-error">
                {line}
              </li>
            ))}
          </ul>
        ) : (
          <p className="cb-field-help">{t("author.promptHelp", { open: "{{" })}</p>
        )}
      </div>
      <div className="cb-author-variables" role="group" aria-label={t("author.variables")}>
        {names.length === 0 && <p className="cb-field-help">{t("author.noVariables")}</p>}
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="cb-tag"
            aria-label={t("author.insert", { name })}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => insert(name)}
          >
            <code dir="ltr">{`{{${name}}}`}</code>
          </button>
        ))}
      </div>
    </div>
  );
}

/** What of a template is wrong, in the reader's words. */
function problemInWords(t: Translate<keyof typeof authorEnglish>, problem: TemplateProblem): string {
  const { code, name = "", line, column } = problem;
  return code === "unknown"
    ? t("author.templateUnknown", { line, column, name })
    : t("author.templateUnreadable", { line, column });
}

/** The part of a variable's name before the caret; null where the caret stands in none. */
function typedName(text: string, caret: number): string | null {
  return /\{\{[#^/&]?([\w.-]*)$/.exec(text.slice(0, caret))?.[1] ?? null;
}

/** The names of an input's fields, those inside of objects with their dots. */
function namesIn(schema: JsonSchema, stem = "", depth = 0): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    if (!/^[\w-]+$/.test(key)) return [];
    const name = `${stem}${key}`;
    const below = typeof field === "object" && field.type === "object" && depth < 3;
    return [name, ...(below ? namesIn(field, `${name}.`, depth + 1) : [])];
  });
}
