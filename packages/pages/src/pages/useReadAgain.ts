import { ToolClientError } from "@callboard/core";
import { useEffect } from "react";

/**
 * Reads again some time after each answer, while the page is looked at: never while one is waited for, which a slow
 * host would then never give, and not after a refusal.
 * @param answer The failure of the last read, else what came; none where nothing is to be read again.
 */
export function useReadAgain(answer: unknown, again: () => void, afterMs: number): void {
  useEffect(() => {
    if (!answer || (answer instanceof ToolClientError && answer.mend !== "again")) return;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      clearInterval(timer);
      again();
    }, afterMs);
    return () => clearInterval(timer);
  }, [answer, again, afterMs]);
}
