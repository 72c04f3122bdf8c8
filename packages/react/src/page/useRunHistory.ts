"use client";
import type { CallSummary, ToolClient } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import { useMemo } from "react";
import { usePolledList, type PolledList } from "../provider/usePolledList.ts";
import { isAble } from "../provider/clientAbilities.ts";

const isGoing = (call: CallSummary) => !isFinal(call.status);

/** A tool's runs, newest first. */
export function useRunHistory(client: ToolClient, slug: string): PolledList<CallSummary> {
  const load = useMemo(() => (isAble(client, "calls") ? () => client.calls(slug) : undefined), [client, slug]);
  return usePolledList(load, isGoing);
}
