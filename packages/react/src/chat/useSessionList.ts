"use client";
import type { SessionSummary, ToolClient } from "@callboard/core";
import { useCallback, useMemo } from "react";
import { usePolledList, type PolledList } from "../provider/usePolledList.ts";
import { isAble } from "../provider/clientAbilities.ts";

/** The reader's chats, or those that a search finds; read again when another one is opened. */
export function useSessionList(
  client: ToolClient | undefined,
  selected: string | null,
  search = "",
): PolledList<SessionSummary> {
  const load = useMemo(
    () => (isAble(client, "sessions") ? () => client.sessions(search === "" ? {} : { search }) : undefined),
    [client, search],
  );
  // A chat that was opened just now may be at work before its status shows it.
  const isLive = useCallback((one: SessionSummary) => one.status !== "idle" || one.id === selected, [selected]);
  return usePolledList(load, isLive, selected);
}
