import { pagesClient, type PagesState } from "@callboard/core/client";
import { useEffect, useState } from "react";
import { transport } from "../client.ts";

/** What is said where the server does not answer: a chat as any other, which says itself that nothing is sent. */
const unknown: PagesState = { hasModel: true, mayPublish: false, failures: [] };

/** What the server says of itself to its pages; null until that is known, read again when `version` changes. */
export function usePagesState(version = 0): PagesState | null {
  const [state, setState] = useState<PagesState | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    pagesClient(transport)
      .state({ signal: stop.signal })
      .catch(() => unknown)
      .then((next) => {
        if (!stop.signal.aborted) setState(next);
      });
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new version asks for another read
  }, [version]);
  return state;
}
