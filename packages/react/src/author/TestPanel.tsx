"use client";
import type { JsonSchema } from "@callboard/core";
import type { AuthoringClient, ToolDraft, ToolTest } from "@callboard/core/client";
import { compileForm, withoutSecrets } from "@callboard/core/form";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { ToolForm } from "../form/ToolForm.tsx";
import { authorEnglish } from "../messages/authorEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { ToolOutput } from "../view/ToolOutput.tsx";

export interface TestPanelProps {
  client: Pick<AuthoringClient, "test" | "stream">;
  /** Where the tool will be, or is. */
  slug: string;
  inputSchema: JsonSchema;
  /** What is tried in the place of what is saved. */
  draft: ToolDraft | undefined;
  /** Whether its answer is told as it comes. */
  streams: boolean;
}

interface Trial {
  input: unknown;
  text: string;
  end?: ToolTest;
}

/** Tries a tool as it stands in its editor: its form, and what it answers. */
export function TestPanel({ client, slug, inputSchema, draft, streams }: TestPanelProps): ReactNode {
  const { t, locale } = useKit(authorEnglish);
  const id = useId();
  const [trial, setTrial] = useState<Trial>();
  const stop = useRef<AbortController>(null);
  const [first] = useState(() => lastInput(slug));
  useEffect(() => () => stop.current?.abort(), []);

  async function run(input: unknown): Promise<undefined> {
    keepInput(slug, inputSchema, input);
    const running = new AbortController();
    stop.current = running;
    const { signal } = running;
    const tried = { input, signal, ...(draft && { tool: draft }) };
    setTrial({ input, text: "" });
    const failed = (error: string): ToolTest => ({ output: null, error, durationMs: 0 });
    const finish = (end: ToolTest) => {
      if (stop.current === running) setTrial((now) => now && { ...now, end });
    };
    try {
      if (!streams) finish(await client.test(slug, tried));
      else {
        for await (const part of client.stream(slug, tried)) {
          if (stop.current !== running) return undefined;
          if (part.type === "end") finish(part);
          else setTrial((now) => now && { ...now, text: now.text + part.delta });
        }
      }
    } catch (error) {
      finish(
        signal.aborted
          ? failed(t("author.testStopped"))
          : failed(error instanceof Error ? error.message : String(error)),
      );
    }
    return undefined;
  }

  const isRunning = trial !== undefined && !trial.end;
  return (
    <section className="cb-author-test" aria-labelledby={id}>
      <h2 id={id}>{t("author.test")}</h2>
      <p className="cb-field-help">{t("author.testHelp")}</p>
      <ToolForm
        schema={inputSchema}
        defaultValue={first as never}
        submitLabel={t("author.testRun")}
        onSubmit={run}
        actions={
          isRunning && (
            <button type="button" className="cb-button" data-variant="quiet" onClick={() => stop.current?.abort()}>
              {t("author.testStop")}
            </button>
          )
        }
      />
      <div className="cb-author-result" aria-live="polite" aria-busy={isRunning || undefined}>
        {isRunning && trial.text === "" && <p className="cb-field-help">{t("author.testPending")}</p>}
        {trial?.end?.error != null && (
          <div className="cb-author-notice" data-tone="danger">
            <strong>{t("author.testFailed")}</strong>
            <p>{trial.end.error}</p>
          </div>
        )}
        {trial && (trial.text !== "" || trial.end?.output != null) && trial.end?.error == null && (
          <ToolOutput
            tool={{ slug, ...(draft?.outputSections && { outputSections: [...draft.outputSections] }) }}
            output={trial.end?.output ?? trial.text}
            isRunning={isRunning}
            {...(draft?.outputSchema && { outputSchema: draft.outputSchema })}
          />
        )}
        {trial?.end && trial.end.durationMs > 0 && (
          <p className="cb-field-help">
            {t("author.testTook", {
              time: new Intl.NumberFormat(locale, {
                style: "unit",
                unit: "second",
                maximumFractionDigits: 1,
              }).format(trial.end.durationMs / 1000),
            })}
          </p>
        )}
      </div>
    </section>
  );
}

const keyOf = (slug: string): string => `callboard-test:${slug}`;

/** The input that was tried last, without its secrets, so that nobody types it again after a change of the tool. */
function lastInput(slug: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(slug)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keepInput(slug: string, schema: JsonSchema, input: unknown): void {
  try {
    const kept = withoutSecrets(compileForm(schema).root, input);
    sessionStorage.setItem(keyOf(slug), JSON.stringify(kept ?? null));
  } catch {
    // A page whose storage is closed or full forgets it.
  }
}
