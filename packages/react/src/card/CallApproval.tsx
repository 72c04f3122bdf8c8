"use client";
import { isFinal } from "@callboard/core/timeline";
import { Suspense, useEffect, type ReactNode } from "react";
import { lazyComponent } from "../provider/lazyModule.ts";
import type { CallAsksProps } from "./asks/callAsksProps.ts";
import { loadAsks } from "./loadAsks.ts";

const Asks = lazyComponent(loadAsks, (module) => module.CallAsks);

/**
 * What a call asks a person: its approval and its questions, each with its answers; afterwards, how they were answered.
 * It moves no focus, and no key answers it by itself.
 */
export function CallApproval(props: CallAsksProps): ReactNode {
  const { call, tool } = props;
  const willAsk = tool?.permissionPolicy === "always_ask" && call.source === "agent" && !isFinal(call.status);
  useEffect(() => {
    if (willAsk) void Asks.load().catch(() => {});
  }, [willAsk]);
  if (!call.approval && call.questions.length === 0 && !willAsk) return null;
  return (
    <Suspense fallback={<div className="cb-output-pending" aria-busy="true" />}>
      <Asks {...props} />
    </Suspense>
  );
}
