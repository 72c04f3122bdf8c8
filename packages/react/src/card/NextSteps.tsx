"use client";
import type { CallView } from "@callboard/core";
import { pointerSegments } from "@callboard/core/form";
import { RotateCw } from "lucide-react";
import { createContext, useContext, useState, type ReactNode } from "react";
import { isRecord } from "../isRecord.ts";
import { cardEnglish } from "../messages/en.ts";
import { asClientError } from "../provider/asClientError.ts";
import { useKit } from "../provider/ToolProvider.tsx";

/** Runs a person's call once more, with this input. */
export type RunAgain = (call: CallView, input: unknown) => Promise<void>;

/**
 * How the page runs a call again; a card offers it for the person's own calls only: what an agent's call needs is the
 * agent's to do.
 */
export const RunAgainContext = createContext<RunAgain | undefined>(undefined);

/** More suggestions than these are a list to choose from, not a next step. */
const MOST_SUGGESTIONS = 3;

/**
 * What a person can do about a call of theirs that ended without a result, or whose result `isError`: take a suggestion
 * of the tool's, or try it again.
 */
export function NextSteps({ call, isError = false }: { call: CallView; isError?: boolean }): ReactNode {
  const runAgain = useContext(RunAgainContext);
  const { t } = useKit(cardEnglish);
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isOwn = call.agentId === null || call.agentId === "you";
  const isOver = isError || call.status === "failed" || call.status === "cancelled" || call.status === "interrupted";
  // Without a model it would end the same way again.
  if (!runAgain || !isOwn || !isOver || call.error?.code === "no_model") return null;
  const run = async (input: unknown) => {
    if (sent) return;
    setSent(true);
    setProblem(null);
    try {
      await runAgain(call, input);
    } catch (cause) {
      setProblem(asClientError(cause).message);
    } finally {
      setSent(false);
    }
  };
  const { path = "", suggestions = [] } = call.error ?? {};
  return (
    <>
      <div className="cb-call-next">
        {suggestions.slice(0, MOST_SUGGESTIONS).map((value, index) => (
          <button
            key={index}
            type="button"
            className="cb-button cb-small-button"
            aria-disabled={sent || undefined}
            onClick={() => void run(withValue(call.input, pointerSegments(path), value))}
          >
            {t("call.useSuggestion", { value: typeof value === "string" ? value : JSON.stringify(value) })}
          </button>
        ))}
        <button
          type="button"
          className="cb-button cb-small-button"
          data-variant="quiet"
          aria-disabled={sent || undefined}
          onClick={() => void run(call.input)}
        >
          <RotateCw size={14} aria-hidden />
          {t("call.again")}
        </button>
      </div>
      {problem !== null && (
        <p className="cb-call-note" role="alert">
          {t("call.againFailed", { message: problem })}
        </p>
      )}
    </>
  );
}

/** The input with one value in the place of another; the places around it are kept. */
function withValue(input: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(input))
    return input.map((part, index) => (String(index) === step ? withValue(part, rest, value) : part));
  const record = isRecord(input) ? input : {};
  return { ...record, [step]: withValue(record[step], rest, value) };
}
