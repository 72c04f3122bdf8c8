"use client";
import type { DraftStorage, FormValue } from "@callboard/core/form";
import type { StartedRun, ToolClient, ToolClientError, ToolDetail } from "@callboard/core";
import { translateTool } from "@callboard/core/messages";
import { Suspense, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { ToolForm } from "../form/ToolForm.tsx";
import { asClientError } from "../provider/asClientError.ts";
import { lazyComponent } from "../provider/lazyModule.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useLatest } from "../provider/useLatest.ts";
import { blockEnglish } from "../messages/blockEnglish.ts";
import type { BlockFailure } from "./BlockRun.tsx";
import { EarlierNote } from "./EarlierNote.tsx";
import { useEarlierInput } from "./useEarlierInput.ts";
import { useToolDetail } from "./useToolDetail.ts";
import { ableClient } from "../provider/clientAbilities.ts";

/** What shows that somebody turns to the form. */
const TURNS = ["pointerover", "focusin"] as const;

/** What follows a run loads when somebody turns to the form. */
const BlockRun = lazyComponent(
  () => import("./BlockRun.tsx"),
  (module) => module.BlockRun,
);

/** `Input` and `Output` are the tool's, as the app says them: the host alone knows its schemas. */
export interface ToolBlockProps<Input = unknown, Output = unknown> {
  /** The tool, by the slug that the client knows it under. */
  slug: string;
  client?: ToolClient;
  /** What the form holds at first. */
  defaultValue?: FormValue<Input>;
  submitLabel?: string;
  /** The user whose draft is kept until it runs. Without a user nothing is kept. */
  user?: string;
  /** The storage of drafts; this browser unless given. */
  drafts?: DraftStorage;
  /** Where a run's progress and result are shown; `none` leaves them to `onCompleted`. Below the form unless given. */
  result?: "below" | "none";
  /** Shows the tool's name above its form, as a heading. */
  heading?: boolean;
  /** Offers a read-only link of a completed run, where the client may make one. */
  sharing?: boolean;
  /** Asked before a valid input is sent, which it is given; a text is shown as the reason why it is not. */
  mayRun?: (input: Input) => string | undefined | Promise<string | undefined>;
  /** The form can be filled in. */
  onReady?: () => void;
  onSubmitted?: (run: StartedRun) => void;
  /** The run has completed; an output that the host keeps beside the log is fetched first. */
  onCompleted?: (output: Output, run: StartedRun) => void;
  /** The tool could not be read, a run could not be started, or it ended without a result. */
  onFailed?: (failure: BlockFailure, run?: StartedRun) => void;
  className?: string;
}

/**
 * A tool inside a page of your own, for your customers: its form in `embed` mode, without what is only for operators,
 * and the result of a run below it.
 * @example
 * ```tsx
 * <ToolBlock slug="roi-calculator" client={client} onCompleted={(output) => save(output)} />
 * ```
 */
export function ToolBlock<Input = unknown, Output = unknown>(props: ToolBlockProps<Input, Output>): ReactNode;
export function ToolBlock(props: ToolBlockProps): ReactNode {
  const { slug, client: own, className } = props;
  const { client: nearest, t, locale, language } = useKit(blockEnglish);
  const client = own ?? nearest;
  const { detail, error, retry } = useToolDetail(client, slug);
  const callbacks = useLatest(props);
  useEffect(() => {
    if (error) callbacks.current.onFailed?.({ code: error.code, message: error.message });
  }, [error, callbacks]);
  const isReady = detail !== null;
  useEffect(() => {
    if (isReady) callbacks.current.onReady?.();
  }, [isReady, callbacks]);

  const root = { ...language, className: `callboard cb-tool-block${className ? ` ${className}` : ""}` };
  if (!client) return <p {...root}>{t("page.noClient")}</p>;
  if (error) {
    const isMissing = error.code === "not_found";
    return (
      <div {...root} role="alert">
        <p className="cb-tool-block-problem-title">{t(isMissing ? "page.notFound" : "page.error")}</p>
        <p>{isMissing ? t("page.notFoundHelp") : error.message}</p>
        <button type="button" className="cb-button" onClick={retry}>
          {t("page.retry")}
        </button>
      </div>
    );
  }
  if (!detail) {
    return (
      <div {...root} role="status" aria-busy="true" aria-label={t("page.loading")}>
        <span className="cb-skeleton cb-tool-block-bone" />
        <span className="cb-skeleton cb-tool-block-bone" />
      </div>
    );
  }
  return <LoadedBlock key={slug} {...props} client={client} tool={translateTool(detail, locale)} root={root} />;
}

type LoadedBlockProps = ToolBlockProps & {
  client: ToolClient;
  tool: ToolDetail;
  root: { lang?: string; dir?: "ltr" | "rtl"; className: string };
};

function LoadedBlock(props: LoadedBlockProps): ReactNode {
  const { client, tool, root, defaultValue, submitLabel, user, drafts, result = "below" } = props;
  const { heading = false, sharing = false } = props;
  const { t } = useKit(blockEnglish);
  const [isStarting, setStarting] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [run, setRun] = useState<StartedRun | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [earlier, beside] = useEarlierInput();
  const isEarlier = run !== null && run.callId === earlier;
  const noteId = useId();
  const callbacks = useLatest(props);
  const busy = useRef(false);
  const section = useRef<HTMLElement>(null);
  // Whoever only sees the form fetches nothing of what follows a run.
  useEffect(() => {
    const prepare = () => void BlockRun.load().catch(() => {});
    const element = section.current;
    for (const kind of TURNS) element?.addEventListener(kind, prepare, { once: true, passive: true });
    return () => {
      for (const kind of TURNS) element?.removeEventListener(kind, prepare);
    };
  }, []);

  const fail = (error: ToolClientError) => {
    setProblem(error.message);
    callbacks.current.onFailed?.({ code: error.code, message: error.message });
  };
  const start = async (input: unknown): Promise<Record<string, string> | void> => {
    // A second press before the first is drawn.
    if (busy.current) return;
    busy.current = true;
    setStarting(true);
    setProblem(null);
    try {
      const refusal = await callbacks.current.mayRun?.(input);
      if (refusal !== undefined) return { "": refusal };
      const next = await ableClient(client, "run").run(tool.slug, input);
      beside.begin(next.callId, input);
      setRun(next);
      setRunning(true);
      callbacks.current.onSubmitted?.(next);
    } catch (cause) {
      const error = asClientError(cause);
      if (error.issues.length > 0) return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
      fail(error);
    } finally {
      busy.current = false;
      setStarting(false);
    }
  };
  const end = (ended: StartedRun, output: unknown, failure?: BlockFailure) => {
    setRunning(false);
    beside.end(ended.callId);
    if (failure) callbacks.current.onFailed?.(failure, ended);
    else callbacks.current.onCompleted?.(output, ended);
  };
  return (
    <section ref={section} {...root} aria-label={tool.name}>
      {heading && <h2>{tool.name}</h2>}
      <ToolForm
        tool={tool}
        mode="embed"
        defaultValue={defaultValue}
        isLoading={isStarting || isRunning}
        onChange={beside.hold}
        onSubmit={start}
        {...(submitLabel !== undefined && { submitLabel })}
        {...(user !== undefined && { draft: { tool: tool.slug, user, ...(drafts && { storage: drafts }) } })}
      />
      {problem !== null && (
        <div className="cb-tool-block-problem" role="alert">
          <p>{t("page.runFailed")}</p>
          <p>{problem}</p>
        </div>
      )}
      {run && (
        <section
          className="cb-tool-block-result"
          aria-label={t("block.result")}
          aria-describedby={isEarlier ? noteId : undefined}
          hidden={result === "none"}
        >
          <EarlierNote id={noteId} isEarlier={isEarlier} />
          <div data-earlier={isEarlier ? "" : undefined}>
            <Suspense fallback={<div className="cb-output-pending" aria-busy="true" />}>
              <BlockRun key={run.callId} client={client} tool={tool} run={run} sharing={sharing} onEnd={end} />
            </Suspense>
          </div>
        </section>
      )}
    </section>
  );
}
