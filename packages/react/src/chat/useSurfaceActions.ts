"use client";
import { useEffect, useMemo, useRef } from "react";
import type { OnSurfaceAction, OnSurfaceCall } from "../provider/ToolProvider.tsx";

/**
 * Tells the agent of a chat what a person did in an interface that it described, and which of its functions they ask
 * for: as a message of theirs, with what they entered.
 */
export function useSurfaceActions(send: (text: string) => Promise<void>): {
  act: OnSurfaceAction;
  call: OnSurfaceCall;
} {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  return useMemo(
    () => ({
      act: ({ action }) => latest.current(messageOf(action.userMessage?.trim() || action.name, action.context)),
      call: ({ callAgentFunction: { callFunction } }) =>
        latest.current(messageOf(`\`${callFunction.call}\``, callFunction.args)),
    }),
    [],
  );
}

function messageOf(words: string, about: Record<string, unknown>): string {
  if (Object.keys(about).length === 0) return words;
  return `${words}\n\n\`\`\`json\n${JSON.stringify(about, null, 2)}\n\`\`\``;
}
