import { useEffect, useState } from "react";
import { demoClient } from "../demoClient.ts";
import type { ChatState } from "../examples.ts";

/** While documents are still being read. */
const AGAIN_MS = 1_000;

/** What is said where the server does not answer: a chat as any other, which says itself that nothing is sent. */
const unknown: ChatState = { hasModel: true, reading: null, waiting: [] };

/** Whether a model answers, and which examples work already; null until that is known. */
export function useChatState(): ChatState | null {
  const [state, setState] = useState<ChatState | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      let next: ChatState = unknown;
      try {
        next = await demoClient.chatState({ signal: stop.signal });
      } catch {
        if (stop.signal.aborted) return;
      }
      setState(next);
      if (next.waiting.length > 0) timer = setTimeout(() => void read(), AGAIN_MS);
    };
    void read();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);
  return state;
}
