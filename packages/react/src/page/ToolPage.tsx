"use client";
import type { DraftStorage } from "@callboard/core/form";
import { isFinal, type ToolClient, type ToolDetail } from "@callboard/core";
import { useEffect, useState, type ReactNode } from "react";
import { ToolCallCard } from "../call/ToolCallCard.tsx";
import { useSettledFlag } from "../call/useSettledFlag.ts";
import { ToolForm } from "../form/ToolForm.tsx";
import { ToolProvider, useCallboard } from "../provider/ToolProvider.tsx";
import { useCall } from "../timeline/useNode.ts";
import { useSession } from "../timeline/useSession.ts";
import { asClientError } from "../provider/asClientError.ts";
import { RunHistory } from "./RunHistory.tsx";
import { ToolDescription } from "./ToolDescription.tsx";
import { ToolIcon } from "./ToolIcon.tsx";
import { useRunHistory } from "./useRunHistory.ts";
import { useToolDetail } from "./useToolDetail.ts";
import { pageMessages } from "../messages/page.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(pageMessages);

export interface ToolPageProps {
  slug: string;
  /** The run that is shown, by its call id; controlled together with `onRunChange`, such as from the address. */
  run?: string | null;
  onRunChange?: (callId: string | null) => void;
  client?: ToolClient;
  /** Who is filling in the form: what they type is kept for them until it runs. Without it nothing is kept. */
  user?: string;
  /** Where drafts are kept; this browser unless given. */
  drafts?: DraftStorage;
  /** Where "Back to the tools" leads, if anywhere. */
  libraryHref?: string;
}

/**
 * One tool on a page: its form, the run being watched, and the history of runs. With the run in the address, a reload
 * shows the same state.
 * @example
 * ```tsx
 * <ToolProvider client={createLocalClient(registry)}><ToolPage slug="roi-calculator" /></ToolProvider>
 * ```
 */
export function ToolPage(props: ToolPageProps): ReactNode {
  const { slug, run, onRunChange, client: ownClient, libraryHref, user, drafts } = props;
  const { client: nearest, t } = useCallboard();
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
      // Another tool is another page: nothing of the last one's form stays.
      key={slug}
      client={client}
      tool={detail}
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

function LoadedPage({ client, tool, user, drafts, run, onRunChange }: LoadedPageProps): ReactNode {
  const { t, language } = useCallboard();
  const history = useRunHistory(client, tool.slug);
  const [starting, setStarting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [prefill, setPrefill] = useState<{ value: unknown; version: number }>({ value: undefined, version: 0 });
  const [started, setStarted] = useState<{ callId: string; sessionId: string } | null>(null);
  const listed = history.calls?.find((call) => call.callId === run);
  const sessionId = started?.callId === run ? started.sessionId : (listed?.sessionId ?? null);

  const start = async (input: unknown): Promise<Record<string, string> | void> => {
    setStarting(true);
    setProblem(null);
    try {
      const next = await client.run!(tool.slug, input);
      setStarted(next);
      onRunChange(next.callId);
      history.refresh();
    } catch (cause) {
      const error = asClientError(cause);
      if (error.issues.length > 0) return Object.fromEntries(error.issues.map(({ path, message }) => [path, message]));
      setProblem(error.message);
    } finally {
      setStarting(false);
    }
  };

  return (
    <article {...language} className="callboard cb-page">
      <header className="cb-page-header">
        <span className="cb-page-icon">
          <ToolIcon name={tool.icon} size={20} />
        </span>
        <div>
          <h1>{tool.name}</h1>
          <ToolDescription text={tool.description} />
        </div>
      </header>
      <div className="cb-page-columns">
        <section className="cb-page-form" aria-label={t("page.form")}>
          <h2 className="cb-visually-hidden">{t("page.form")}</h2>
          <ToolForm
            key={prefill.version}
            tool={tool}
            defaultValue={prefill.value}
            mode="internal"
            tools
            {...(user !== undefined && {
              // An input that was asked for again is not to be replaced by what was typed before.
              draft: { tool: tool.slug, user, restore: prefill.version === 0, ...(drafts && { storage: drafts }) },
            })}
            isLoading={starting}
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
          <section aria-label={t("page.result")}>
            <h2>{t("page.result")}</h2>
            <RunPanel
              client={client}
              tool={tool}
              callId={run}
              sessionId={sessionId}
              missing={run !== null && sessionId === null && history.calls !== null}
              onReuse={(value) => setPrefill({ value, version: prefill.version + 1 })}
              onEnd={history.refresh}
            />
          </section>
          <section aria-label={t("page.history")}>
            <h2>{t("page.history")}</h2>
            <RunHistory history={history} selected={run} onSelect={onRunChange} />
          </section>
        </div>
      </div>
    </article>
  );
}

interface RunPanelProps {
  client: ToolClient;
  tool: ToolDetail;
  callId: string | null;
  sessionId: string | null;
  missing: boolean;
  onReuse: (input: unknown) => void;
  onEnd: () => void;
}

function RunPanel({ client, tool, callId, sessionId, missing, onReuse, onEnd }: RunPanelProps): ReactNode {
  const { t } = useCallboard();
  const session = useSession(client, sessionId);
  const lost = useSettledFlag(session?.connection === "waiting" || session?.connection === "offline", 1000);
  if (missing || session?.error) {
    return <Empty title={t("page.runMissing")} help={session?.error?.message ?? t("page.runMissingHelp")} />;
  }
  if (callId === null) return <Empty title={t("page.result.empty")} help={t("page.result.emptyHelp")} />;
  if (!session) return <div className="cb-call" aria-busy="true" />;
  return (
    <ToolProvider timeline={session.timeline}>
      <ToolCallCard.Root key={callId} callId={callId} tool={tool} defaultOpen>
        <ToolCallCard.Header actions={<CancelButton client={client} callId={callId} onEnd={onEnd} />} />
        <ToolCallCard.Body />
      </ToolCallCard.Root>
      {lost && (
        <p className="cb-page-connection" role="status">
          {t(session.connection === "offline" ? "page.connection.offline" : "page.connection.waiting")}
        </p>
      )}
      <ReuseButton callId={callId} onReuse={onReuse} />
      <Announcer callId={callId} name={tool.name} />
    </ToolProvider>
  );
}

/** How long a press that was meant for Cancel may still come. */
const LATE_PRESS_MS = 1000;

/** Cancels a run that is going. When the run ends, its place stays a moment, so that nothing moves under the pointer. */
function CancelButton({ client, callId, onEnd }: { client: ToolClient; callId: string; onEnd: () => void }): ReactNode {
  const { t } = useCallboard();
  const call = useCall(callId);
  const [cancelling, setCancelling] = useState(false);
  const ended = call !== undefined && isFinal(call.status);
  const isRunning = call !== undefined && !ended;
  const [keepsPlace, setKeepsPlace] = useState(false);
  useEffect(() => {
    if (ended) onEnd();
  }, [ended, onEnd]);
  useEffect(() => {
    if (isRunning) return setKeepsPlace(true);
    const timer = setTimeout(() => setKeepsPlace(false), LATE_PRESS_MS);
    return () => clearTimeout(timer);
  }, [isRunning]);
  const cancel = async () => {
    setCancelling(true);
    try {
      await client.cancel!({ callId });
    } catch {
      // It ended by itself meanwhile, which its card says, or the host is away, which the page says.
      setCancelling(false);
    }
  };
  if (!client.cancel || !(isRunning || keepsPlace)) return null;
  return (
    <button
      type="button"
      className="cb-button cb-page-cancel"
      data-ended={ended || undefined}
      onClick={() => void cancel()}
      disabled={cancelling || ended}
    >
      {t(cancelling ? "call.cancelling" : "call.cancel")}
    </button>
  );
}

/** Puts a finished run's input back into the form. */
function ReuseButton({ callId, onReuse }: { callId: string; onReuse: (input: unknown) => void }): ReactNode {
  const { t } = useCallboard();
  const call = useCall(callId);
  if (!call || !isFinal(call.status)) return null;
  return (
    <button type="button" className="cb-button cb-page-reuse" data-variant="quiet" onClick={() => onReuse(call.input)}>
      {t("page.reuse")}
    </button>
  );
}

/** Says a run's state once when it changes, and no more: streams are not read out. */
function Announcer({ callId, name }: { callId: string; name: string }): ReactNode {
  const { t } = useCallboard();
  const call = useCall(callId);
  return (
    <p className="cb-visually-hidden" role="status">
      {call && t("call.announce", { name, status: t(`call.status.${call.status}`) })}
    </p>
  );
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
  const { language } = useCallboard();
  return (
    <div {...language} className="callboard cb-page cb-page-message" role="alert">
      <h1>{title}</h1>
      {help !== undefined && <p className="cb-page-description">{help}</p>}
      {children}
    </div>
  );
}

/** The page's final geometry, shown only when loading takes long enough to be noticed. */
function PageSkeleton(): ReactNode {
  const { t, language } = useCallboard();
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
