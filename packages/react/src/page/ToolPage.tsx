"use client";
import type { DraftStorage } from "@callboard/core/form";
import type { ToolClient, ToolDetail } from "@callboard/core";
import { translateTool } from "@callboard/core/messages";
import { isFinal } from "@callboard/core/timeline";
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { RunAgainContext } from "../card/NextSteps.tsx";
import { BriefResultsContext, InputBesideContext } from "../card/cardContext.ts";
import { ToolCallCard } from "../card/ToolCallCard.tsx";
import { AnnouncedContext } from "../card/useAnnouncer.ts";
import { useCancel } from "../card/useCancel.ts";
import { useSettledFlag } from "../card/useSettledFlag.ts";
import { ToolForm } from "../form/ToolForm.tsx";
import { ToolProvider, useKit } from "../provider/ToolProvider.tsx";
import { useCall } from "../timeline/useNode.ts";
import { readerClient, useSession } from "../timeline/useSession.ts";
import { asClientError } from "../provider/asClientError.ts";
import { CallAnnouncer } from "./CallAnnouncer.tsx";
import { ConnectionNote } from "./ConnectionNote.tsx";
import { EarlierNote } from "./EarlierNote.tsx";
import { RunHistory } from "./RunHistory.tsx";
import { ToolDescription } from "./ToolDescription.tsx";
import { LockNote } from "./LockNote.tsx";
import { ToolIcon } from "../view/ToolIcon.tsx";
import { useEarlierInput } from "./useEarlierInput.ts";
import { useRunHistory } from "./useRunHistory.ts";
import { useToolDetail } from "./useToolDetail.ts";
import { cardEnglish } from "../messages/en.ts";
import { pageEnglish } from "../messages/pageEnglish.ts";
import { ableClient } from "../provider/clientAbilities.ts";

const words = { ...cardEnglish, ...pageEnglish };

export interface ToolPageProps {
  slug: string;
  /** The run that is shown, by its call id; controlled together with `onRunChange`, such as from the address. */
  run?: string | null;
  onRunChange?: (callId: string | null) => void;
  client?: ToolClient;
  /** The user who fills in the form: their draft is kept until it runs. Without a user nothing is kept. */
  user?: string;
  /** The storage of drafts; this browser unless given. */
  drafts?: DraftStorage;
  /** The target of "Back to the tools"; without it there is no link. */
  libraryHref?: string;
}

/**
 * One tool on a page: its form, the selected run, and the history of runs. With the run in the address, a reload
 * shows the same state.
 * @example
 * ```tsx
 * <ToolProvider client={createLocalClient(registry)}><ToolPage slug="roi-calculator" /></ToolProvider>
 * ```
 */
export function ToolPage(props: ToolPageProps): ReactNode {
  const { slug, run, onRunChange, client: ownClient, libraryHref, user, drafts } = props;
  const { client: nearest, t, locale } = useKit(words);
  const client = ownClient ?? nearest;
  const [localRun, setLocalRun] = useState<string | null>(null);
  const { detail, error, retry } = useToolDetail(client, slug);

  if (!client) return <PageMessage title={t("page.noClient")} />;
  if (error?.code === "not_found") {
    return (
      <PageMessage title={t("page.notFound")} help={t("page.notFoundHelp")}>
        {libraryHref !== undefined && <a href={libraryHref}>{t("page.backToLibrary")}</a>}
      </PageMessage>
    );
  }
  if (error) {
    return (
      <PageMessage title={t("page.error")} help={error.message}>
        <button type="button" className="cb-button" onClick={retry}>
          {t("page.retry")}
        </button>
      </PageMessage>
    );
  }
  if (!detail) return <PageSkeleton />;
  return (
    <LoadedPage
      // Another tool mounts another page, so that no state of the last form stays.
      key={slug}
      client={client}
      tool={translateTool(detail, locale)}
      user={user}
      drafts={drafts}
      run={run === undefined ? localRun : run}
      onRunChange={(callId) => {
        setLocalRun(callId);
        onRunChange?.(callId);
      }}
    />
  );
}

interface LoadedPageProps {
  client: ToolClient;
  tool: ToolDetail;
  user: string | undefined;
  drafts: DraftStorage | undefined;
  run: string | null;
  onRunChange: (callId: string | null) => void;
}

/** The pixels of a run that have to be in sight when it begins. */
const LEAST_IN_SIGHT = 160;

function LoadedPage({ client, tool, user, drafts, run, onRunChange }: LoadedPageProps): ReactNode {
  const { t, language } = useKit(words);
  const history = useRunHistory(client, tool.slug);
  const [starting, setStarting] = useState(false);
  const [formRun, setFormRun] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [prefill, setPrefill] = useState<{ value: unknown; version: number }>({ value: undefined, version: 0 });
  const [started, setStarted] = useState<{ callId: string; sessionId: string } | null>(null);
  const listed = history.items?.find((call) => call.callId === run);
  const sessionId = started?.callId === run ? started.sessionId : (listed?.sessionId ?? null);

  const [earlier, beside] = useEarlierInput();
  const isEarlier = run !== null && run === earlier;
  const noteId = useId();
  const result = useRef<HTMLElement>(null);
  const begin = async (input: unknown) => {
    const next = await ableClient(client, "run").run(tool.slug, input);
    beside.begin(next.callId, input);
    setStarted(next);
    onRunChange(next.callId);
    history.refresh();
    // Where there is no room beside the form, the run stands below it, out of sight.
    const top = result.current?.getBoundingClientRect().top ?? 0;
    if (top > window.innerHeight - LEAST_IN_SIGHT) result.current?.scrollIntoView();
    return next.callId;
  };
  const start = async (input: unknown): Promise<Record<string, string> | void> => {
    setStarting(true);
    setProblem(null);
    try {
      const callId = await begin(input);
      setFormRun(callId);
    } catch (cause) {
      const error = asClientError(cause);
      if (error.issues.length > 0) return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
      setProblem(error.message);
    } finally {
      setStarting(false);
    }
  };

  const reuse = (value: unknown) => {
    beside.refill(value);
    setPrefill({ value, version: prefill.version + 1 });
  };
  const { refresh } = history;
  const ended = useCallback(
    (callId: string, input: unknown) => {
      beside.end(callId, input);
      refresh();
    },
    [beside, refresh],
  );
  const form = useRef<HTMLElement>(null);
  useEffect(() => {
    if (prefill.version > 0 && form.current) showFilled(form.current);
  }, [prefill.version]);

  return (
    <article {...language} className="callboard cb-page">
      <header className="cb-page-header">
        <span className="cb-page-icon">
          <ToolIcon name={tool.icon} size={20} />
        </span>
        <div>
          <h1>{tool.name}</h1>
          <ToolDescription tool={tool} />
        </div>
      </header>
      <div className="cb-page-columns">
        <section
          ref={form}
          className="cb-page-form"
          data-filled={prefill.version > 0 ? "" : undefined}
          aria-label={t("page.form")}
        >
          <h2 className="cb-visually-hidden">{t("page.form")}</h2>
          <LockNote tool={tool} hasDetail />
          <ToolForm
            key={prefill.version}
            tool={tool}
            disabled={tool.locked !== undefined}
            defaultValue={prefill.value}
            mode="internal"
            tools
            {...(user !== undefined && {
              // A draft does not replace the reused input of an earlier run.
              draft: { tool: tool.slug, user, restore: prefill.version === 0, ...(drafts && { storage: drafts }) },
            })}
            isLoading={starting}
            onChange={beside.hold}
            onSubmit={start}
          />
          {problem !== null && (
            <div className="cb-page-problem" role="alert">
              <p>{t("page.runFailed")}</p>
              <p>{problem}</p>
            </div>
          )}
        </section>
        <div className="cb-page-side">
          <section ref={result} aria-label={t("page.result")} aria-describedby={isEarlier ? noteId : undefined}>
            <div className="cb-page-run-head">
              <h2>{t("page.result")}</h2>
              <EarlierNote id={noteId} isEarlier={isEarlier} />
            </div>
            <div data-earlier={isEarlier ? "" : undefined}>
              <RunPanel
                client={client}
                tool={tool}
                callId={run}
                sessionId={sessionId}
                missing={run !== null && sessionId === null && history.items !== null}
                isRunSaid={run !== null && run === formRun}
                onRunAgain={async (input) => void (await begin(input))}
                onReuse={reuse}
                onEnd={ended}
              />
            </div>
          </section>
        </div>
        <section className="cb-page-history" aria-label={t("page.history")}>
          <h2>{t("page.history")}</h2>
          <RunHistory tool={tool} history={history} selected={run} onSelect={onRunChange} />
        </section>
      </div>
    </article>
  );
}

/** Leads whoever has filled in a form from elsewhere to it: its first field has the focus, and its head is in sight. */
function showFilled(form: HTMLElement): void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  form.querySelector<HTMLElement>(".cb-form-fields :is(input:not([type=hidden]), textarea, select, button)")?.focus({
    preventScroll: true,
  });
  const { top } = form.getBoundingClientRect();
  if (top < 0 || top > window.innerHeight - LEAST_IN_SIGHT)
    form.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
}

interface RunPanelProps {
  client: ToolClient;
  tool: ToolDetail;
  callId: string | null;
  sessionId: string | null;
  missing: boolean;
  /** The form has said that it runs. */
  isRunSaid: boolean;
  onRunAgain: (input: unknown) => Promise<void>;
  onReuse: (input: unknown) => void;
  onEnd: (callId: string, input: unknown) => void;
}

function RunPanel(props: RunPanelProps): ReactNode {
  const { client, tool, callId, sessionId, missing, isRunSaid, onRunAgain, onReuse, onEnd } = props;
  const { t } = useKit(words);
  const session = useSession(client, sessionId);
  const runAgain = useCallback((_call: unknown, input: unknown) => onRunAgain(input), [onRunAgain]);
  if (missing || session?.error) {
    return <Empty title={t("page.runMissing")} help={session?.error?.message ?? t("page.runMissingHelp")} />;
  }
  if (callId === null) return <Empty title={t("page.result.empty")} help={t("page.result.emptyHelp")} />;
  if (!session) return <div className="cb-call" aria-busy="true" />;
  return (
    <ToolProvider client={readerClient(client, session)} timeline={session.timeline}>
      <AnnouncedContext.Provider value>
        <ToolCallCard.Root key={callId} callId={callId} tool={tool} defaultOpen>
          <ToolCallCard.Header
            actions={<RunAction client={client} callId={callId} onReuse={onReuse} onEnd={onEnd} />}
          />
          <RunAgainContext.Provider value={runAgain}>
            <InputBesideContext.Provider value>
              <BriefResultsContext.Provider value={false}>
                <ToolCallCard.Body />
              </BriefResultsContext.Provider>
            </InputBesideContext.Provider>
          </RunAgainContext.Provider>
        </ToolCallCard.Root>
      </AnnouncedContext.Provider>
      <ConnectionNote state={session.connection} />
      <Announcer callId={callId} name={tool.name} isRunSaid={isRunSaid} />
    </ToolProvider>
  );
}

/** The time in which a press that was meant for Cancel may still arrive. */
const LATE_PRESS_MS = 1000;

interface RunActionProps {
  client: ToolClient;
  callId: string;
  onReuse: (input: unknown) => void;
  onEnd: (callId: string, input: unknown) => void;
}

/**
 * The button in the head of a run: it cancels what is going, and puts the input of what has ended into the form again.
 * It has the width of both words, so that nothing moves when the one takes the place of the other.
 */
function RunAction({ client, callId, onReuse, onEnd }: RunActionProps): ReactNode {
  const { t } = useKit(words);
  const call = useCall(callId);
  const { isAsked, problem, cancel } = useCancel(client, { callId });
  const ended = call !== undefined && isFinal(call.status);
  const input = call?.input;
  const isRunning = call !== undefined && !ended;
  const [isLate, setLate] = useState(false);
  if (isRunning && !isLate) setLate(true);
  useEffect(() => {
    if (ended) onEnd(callId, input);
  }, [ended, onEnd, callId, input]);
  useEffect(() => {
    if (isRunning) return;
    const timer = setTimeout(() => setLate(false), LATE_PRESS_MS);
    return () => clearTimeout(timer);
  }, [isRunning]);
  if (!call) return null;
  const mayCancel = client.cancel !== undefined;
  const said = ended ? "page.reuse" : isAsked ? "call.cancelling" : "call.cancel";
  const press = () => {
    if (!ended) cancel();
    else if (!isLate) onReuse(call.input);
  };
  return (
    <>
      {problem !== null && <span role="alert">{problem}</span>}
      <button
        type="button"
        className="cb-button cb-page-act"
        data-gone={(!ended && !mayCancel) || undefined}
        onClick={press}
        aria-disabled={(ended ? isLate : isAsked) || undefined}
        disabled={!ended && !mayCancel}
      >
        {(["page.reuse", "call.cancelling", "call.cancel"] as const).map((key) => (
          <span key={key} aria-hidden={key !== said || undefined}>
            {t(key)}
          </span>
        ))}
      </button>
    </>
  );
}

/** Announces how the run goes, of which its card says nothing here. */
function Announcer({ callId, ...props }: { callId: string; name: string; isRunSaid: boolean }): ReactNode {
  return <CallAnnouncer {...props} call={useCall(callId)} />;
}

function Empty({ title, help }: { title: string; help: string }): ReactNode {
  return (
    <div className="cb-empty">
      <p>{title}</p>
      <p className="cb-empty-help">{help}</p>
    </div>
  );
}

function PageMessage({ title, help, children }: { title: string; help?: string; children?: ReactNode }): ReactNode {
  const { language } = useKit();
  return (
    <div {...language} className="callboard cb-page cb-page-message" role="alert">
      <h1>{title}</h1>
      {help !== undefined && <p className="cb-page-description">{help}</p>}
      {children}
    </div>
  );
}

/** A skeleton of the page, shown only when loading takes long enough to be noticed. */
function PageSkeleton(): ReactNode {
  const { t, language } = useKit(words);
  const shown = useSettledFlag(true);
  return (
    <div
      {...language}
      className="callboard cb-page"
      aria-busy="true"
      aria-label={t("page.loading")}
      role="status"
      data-shown={shown || undefined}
    >
      <div className="cb-page-header">
        <span className="cb-page-icon cb-skeleton" />
        <div className="cb-page-lines">
          <span className="cb-skeleton" />
          <span className="cb-skeleton" />
        </div>
      </div>
      <div className="cb-page-columns">
        <div className="cb-page-form cb-skeleton" />
        <div className="cb-page-side">
          <div className="cb-skeleton" />
        </div>
      </div>
    </div>
  );
}
