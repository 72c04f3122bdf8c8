"use client";
import type { BridgedTool, SchemaIssue } from "@callboard/core/bridge";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { inspectorEnglish } from "../messages/inspectorEnglish.ts";
import { nextTab } from "../provider/nextTab.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { CodeBlock } from "../text/CodeBlock.tsx";
import { providedDefinitions, PROVIDER_NAMES, PROVIDERS, type ProvidedDefinition } from "./providedDefinitions.ts";

/** Counts tokens: of each text, in the same order. */
export type CountTokens = (texts: readonly string[]) => Promise<readonly number[]>;

interface ToolDefinitionsProps {
  tool: BridgedTool;
  countTokens: CountTokens | undefined;
  tokenizer: string | undefined;
}

/** A tool's definition as each provider gets it, with its tokens and what the check says of it. */
export function ToolDefinitions({ tool, countTokens, tokenizer }: ToolDefinitionsProps): ReactNode {
  const { t } = useKit(inspectorEnglish);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const definitions = useMemo(() => providedDefinitions(tool), [tool]);
  const counts = useCounts(definitions, countTokens);
  const shown = definitions[at]!;
  const count = counts === "failed" ? undefined : counts?.[at];
  return (
    <section className="cb-inspector-part" aria-labelledby={`${id}h`}>
      <h4 id={`${id}h`}>{t("inspector.definition")}</h4>
      <div ref={list} className="cb-inspector-tabs" role="tablist" aria-labelledby={`${id}h`}>
        {PROVIDERS.map((provider, index) => (
          <button
            key={provider}
            type="button"
            role="tab"
            id={`${id}t${index}`}
            className="cb-button cb-small-button"
            data-variant="quiet"
            aria-selected={index === at}
            aria-controls={`${id}p`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setAt(index)}
            onKeyDown={(event) => {
              const to = nextTab(event, at, PROVIDERS.length);
              if (to === undefined) return;
              event.preventDefault();
              setAt(to);
              list.current?.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
            }}
          >
            <bdi>{PROVIDER_NAMES[provider]}</bdi>
          </button>
        ))}
      </div>
      <div id={`${id}p`} className="cb-inspector-part" role="tabpanel" aria-labelledby={`${id}t${at}`}>
        {countTokens && (
          <p className="cb-inspector-tokens" role="status">
            {counts === "failed"
              ? t("inspector.tokens.failed")
              : count !== undefined &&
                (tokenizer === undefined
                  ? t("inspector.tokens", { count })
                  : t("inspector.tokens.by", { count, tokenizer }))}
          </p>
        )}
        <CodeBlock code={shown.shown} language="json" />
        <Report issues={shown.issues} />
      </div>
    </section>
  );
}

/** What the check says, in its own words, which are English as those of compilers are. */
function Report({ issues }: { issues: readonly SchemaIssue[] }): ReactNode {
  const { t } = useKit(inspectorEnglish);
  return (
    <>
      <h5>{t("inspector.report")}</h5>
      {issues.length === 0 ? (
        <p className="cb-inspector-issue" data-severity="none">
          <CircleCheck size={16} aria-hidden />
          {t("inspector.report.clean")}
        </p>
      ) : (
        <ul className="cb-inspector-issues">
          {issues.map(({ code, severity, path, message }) => (
            <li key={`${code} ${path}`} className="cb-inspector-issue" data-severity={severity}>
              {severity === "error" ? <CircleX size={16} aria-hidden /> : <TriangleAlert size={16} aria-hidden />}
              <div>
                <strong>{t(`inspector.report.${severity}`)}</strong>
                {path !== "" && <code dir="ltr">{path}</code>}
                <p lang="en" dir="ltr">
                  {message}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Counts = readonly number[] | "failed";

/** The tokens of each definition; undefined while they are counted. */
function useCounts(definitions: readonly ProvidedDefinition[], countTokens: CountTokens | undefined) {
  const [counted, setCounted] = useState<{ of: readonly ProvidedDefinition[]; counts: Counts }>();
  useEffect(() => {
    if (!countTokens) return;
    let isCurrent = true;
    const show = (counts: Counts) => isCurrent && setCounted({ of: definitions, counts });
    countTokens(definitions.map(({ sent }) => sent)).then(show, () => show("failed"));
    return () => {
      isCurrent = false;
    };
  }, [definitions, countTokens]);
  return counted?.of === definitions ? counted.counts : undefined;
}
