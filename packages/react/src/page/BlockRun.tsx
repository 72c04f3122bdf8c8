"use client";
import type { StartedRun, ToolClient, ToolDetail } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import { Suspense, useEffect, useRef, type ReactNode } from "react";
import { ToolCallCard } from "../card/ToolCallCard.tsx";
import { useCancel } from "../card/useCancel.ts";
import { cardEnglish } from "../messages/en.ts";
import { blockEnglish } from "../messages/blockEnglish.ts";
import { asClientError } from "../provider/asClientError.ts";
import { canShare } from "../provider/canShare.ts";
import { lazyComponent } from "../provider/lazyModule.ts";
import { ToolProvider, useKit } from "../provider/ToolProvider.tsx";
import { useLatest } from "../provider/useLatest.ts";
import { useCall } from "../timeline/useNode.ts";
import { useSession } from "../timeline/useSession.ts";
import { OutputModeContext } from "../view/shownSpec.ts";
import { ConnectionNote } from "./ConnectionNote.tsx";

/** Loads for a run that may be shared, not before. */
const ResultLink = lazyComponent(
  () => import("./ResultLink.tsx"),
  (module) => module.ResultLink,
);

/** Why a run of a block came to nothing. */
export interface BlockFailure {
  /** Stable: the host's code of a refusal, the tool's error code, or the status that the call ended with. */
  code: string;
  message: string;
}

const words = { ...cardEnglish, ...blockEnglish };

interface BlockRunProps {
  client: ToolClient;
  tool: ToolDetail;
  run: StartedRun;
  /** Whether a completed run may have a link. */
  sharing: boolean;
  /** Called once, with the output or with why there is none. */
  onEnd: (run: StartedRun, output: unknown, failure?: BlockFailure) => void;
}

/** A block's run: what it asks, how far it is and what came of it, in words for whoever filled in the form. */
export function BlockRun({ client, tool, run, sharing, onEnd }: BlockRunProps): ReactNode {
  const { t } = useKit(words);
  const end = useLatest(onEnd);
  const session = useSession(client, run.sessionId);
  const error = session?.error ?? null;
  useEffect(() => {
    if (error) end.current(run, undefined, { code: error.code, message: error.message });
  }, [error, run, end]);
  if (!session) return null;
  if (error) {
    return (
      <div className="cb-tool-block-problem" role="alert">
        <p>{t("page.runMissing")}</p>
        <p>{error.message}</p>
      </div>
    );
  }
  return (
    <ToolProvider client={client} timeline={session.timeline}>
      <div className="cb-tool-block">
        <ToolCallCard.Root
          callId={run.callId}
          tool={tool}
          defaultOpen
          fallback={<div className="cb-output-pending" aria-busy="true" />}
        >
          <div className="cb-call-body">
            <ToolCallCard.Approval />
            <OutputModeContext.Provider value="embed">
              <ToolCallCard.Output />
            </OutputModeContext.Provider>
            <ToolCallCard.Progress />
          </div>
        </ToolCallCard.Root>
        <Cancel client={client} callId={run.callId} />
        {sharing && <Share client={client} run={run} />}
        <End client={client} run={run} onEnd={onEnd} />
        <ConnectionNote state={session.connection} />
      </div>
    </ToolProvider>
  );
}

/** The way to a link of the run, once it has come to something. */
function Share({ client, run }: Pick<BlockRunProps, "client" | "run">): ReactNode {
  const call = useCall(run.callId);
  if (call?.status !== "completed" || !canShare(client)) return null;
  return (
    <Suspense>
      <ResultLink client={client} sessionId={run.sessionId} />
    </Suspense>
  );
}

/** Tells how the run ended, once. */
function End({ client, run, onEnd }: Pick<BlockRunProps, "client" | "run" | "onEnd">): null {
  const call = useCall(run.callId);
  const end = useLatest(onEnd);
  const isOver = call !== undefined && isFinal(call.status);
  const told = useRef(false);
  useEffect(() => {
    if (!isOver || told.current) return;
    const tell = (output: unknown, failure?: BlockFailure) => {
      told.current = true;
      end.current(run, output, failure);
    };
    const { status, error, reason, output, outputRef } = call;
    if (status !== "completed") {
      return tell(undefined, { code: error?.code ?? status, message: error?.message ?? reason ?? status });
    }
    if (outputRef === null || !client.output) return tell(output);
    const stop = new AbortController();
    client.output(outputRef.id, { signal: stop.signal }).then(
      (whole) => tell(whole),
      (cause: unknown) => {
        const { code, message } = asClientError(cause);
        if (!stop.signal.aborted) tell(undefined, { code, message });
      },
    );
    return () => stop.abort();
    // What an ended call says does not change any more.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver, client, run, end]);
  return null;
}

/** Stops the run while it is at work. */
function Cancel({ client, callId }: { client: ToolClient; callId: string }): ReactNode {
  const { t } = useKit(words);
  const call = useCall(callId);
  const { isAsked, problem, cancel } = useCancel(client, { callId });
  if (!client.cancel || !call || isFinal(call.status)) return null;
  return (
    <>
      {problem !== null && <p role="alert">{problem}</p>}
      <button type="button" className="cb-button" data-variant="quiet" onClick={cancel} disabled={isAsked}>
        {t(isAsked ? "call.cancelling" : "call.cancel")}
      </button>
    </>
  );
}
