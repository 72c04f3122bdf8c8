import { ToolClientError } from "@callboard/core";
import { useCallback, useEffect, useRef, useState } from "react";

/** Does what may be refused, and is told whether the page is still there when that is done. */
export type Attempt = (act: (isThere: () => boolean) => Promise<void>) => Promise<void>;

/** Attempts, and what was said where the last of them was refused. */
export function useProblem(): { problem: string | undefined; attempt: Attempt } {
  const [problem, setProblem] = useState<string>();
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const attempt = useCallback<Attempt>(async (act) => {
    setProblem(undefined);
    try {
      await act(() => isThere.current);
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      if (isThere.current) setProblem(error.message);
    }
  }, []);
  return { problem, attempt };
}
