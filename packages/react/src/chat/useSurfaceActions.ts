"use client";
import { useCallback, useEffect, useRef } from "react";
import type { OnSurfaceAction, SurfaceAction } from "../provider/ToolProvider.tsx";

/** Tells the agent of a chat what a person did in an interface that it described: as a message of theirs, with what they entered. */
export function useSurfaceActions(send: (text: string) => Promise<void>): OnSurfaceAction {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  return useCallback(({ action }) => latest.current(messageOf(action)), []);
}

function messageOf({ name, userMessage, context }: SurfaceAction["action"]): string {
  const words = userMessage?.trim() || name;
  if (Object.keys(context).length === 0) return words;
  return `${words}\n\n\`\`\`json\n${JSON.stringify(context, null, 2)}\n\`\`\``;
}
