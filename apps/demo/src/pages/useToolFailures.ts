import { useEffect, useState } from "react";
import type { ToolFailure } from "../server/toolFolders.ts";

/** The tool folders that the server left out, and why; read again when `version` changes. */
export function useToolFailures(version: number): ToolFailure[] {
  const [failures, setFailures] = useState<ToolFailure[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    fetch("/api/demo/failures", { signal: stop.signal })
      .then((response) => (response.ok ? (response.json() as Promise<ToolFailure[]>) : []))
      .then(setFailures, () => {
        // The library itself says when the server cannot be reached.
      });
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new version asks for another read
  }, [version]);
  return failures;
}
