"use client";
import { draftKey } from "@callboard/core/form";
import { useEffect, useMemo } from "react";
import { useKit } from "../../provider/ToolProvider.tsx";
import { asksOf } from "../../timeline/askIndex.ts";
import type { KeptPlace } from "../../timeline/useKept.ts";

interface BegunAnswer {
  callId: string;
  askId: string;
  /** What is asked: another ask under the same id begins anew. */
  asked: unknown;
}

/**
 * Where a person's unfinished answer outlives a reload: this tab, so long as the ask waits. Nowhere while nobody knows
 * who the reader is, and nowhere for what may hold a secret.
 */
export function useAskPlace({ callId, askId, asked }: BegunAnswer, maySave: boolean): KeptPlace | undefined {
  const { user, timeline } = useKit();
  const name = useMemo(
    () => (user === undefined || !maySave ? undefined : `${draftKey(`ask:${askId}`, user, { const: asked })}:`),
    [askId, user, asked, maySave],
  );
  useEffect(() => {
    if (name === undefined) return;
    return () => {
      const call = timeline?.getNode(callId);
      if (call?.kind !== "call" || asksOf(call).every(({ id }) => id !== askId)) clear(name);
    };
  }, [name, timeline, callId, askId]);
  return useMemo(() => (name === undefined ? undefined : placeIn(name)), [name]);
}

function clear(name: string): void {
  inStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(name)) storage.removeItem(key);
  });
}

function placeIn(name: string): KeptPlace {
  return {
    read: (key) =>
      inStorage((storage) => {
        const text = storage.getItem(name + key);
        return text === null ? undefined : (JSON.parse(text) as unknown);
      }),
    write: (key, value) =>
      void inStorage((storage) =>
        value === undefined ? storage.removeItem(name + key) : storage.setItem(name + key, JSON.stringify(value)),
      ),
  };
}

/** Storage may be full or closed to the page, and a server has none: what was typed then stays as long as the page. */
function inStorage<T>(act: (storage: Storage) => T): T | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}
