import { callsClient, runsClient, type RunDetail } from "@callboard/core/client";
import { ToolCallCard, ToolProvider, useSession } from "@callboard/react";
import { colleagueClient } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import { ArrowLeft } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { client, transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { AdminFailure } from "./AdminFailure.tsx";
import { Moment } from "./Moment.tsx";
import { RunActions, RunStatus, useDurationText } from "./RunRow.tsx";
import { ANY_SESSION, runPath } from "./runPath.ts";
import { useProblem } from "./useProblem.ts";
import { useRead } from "./useRead.ts";
import { useReadAgain } from "./useReadAgain.ts";
import { useToolNames } from "./useToolNames.ts";

const runs = runsClient(transport);
const calls = callsClient(transport);

/** How often a run that has not ended is read again. */
const AGAIN_MS = 2_000;

/**
 * One run for whoever runs a workspace: its facts, its card with all that it did, and the runs that are linked with it.
 */
export function AdminRun(): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const { sessionId: named, callId = "" } = useParams();
  const sessionId = named === ANY_SESSION ? undefined : named;
  const read = useMemo(() => (signal: AbortSignal) => runs.get(callId, { sessionId, signal }), [callId, sessionId]);
  const { value: run, failure, again } = useRead(read);
  const names = useToolNames();
  const { problem, attempt } = useProblem();
  const isOver = run !== undefined && isFinal(run.status);
  useReadAgain(!isOver && (failure ?? run), again, AGAIN_MS);
  const name = run && (names.get(run.tool) ?? run.tool);
  return (
    <section className="site-admin" aria-busy={(run === undefined && !failure) || undefined}>
      <title>{pageTitle(name ?? words.runs)}</title>
      <nav className="site-admin-back" aria-label={words.runs}>
        <Link to="/admin/runs">
          <ArrowLeft size={16} aria-hidden />
          {words["runs.back"]}
        </Link>
      </nav>
      {failure && !run && <AdminFailure of="runs" failure={failure} onRetry={again} />}
      {run && name !== undefined && (
        <>
          <header className="site-admin-head">
            <div>
              <h1 dir="auto">{name}</h1>
              <p>
                <RunStatus status={run.status} isQueued={run.isQueued} />
              </p>
            </div>
            <div className="site-admin-acts">
              {run.isChat && (
                <Link className="site-quiet" to={`/chat/${encodeURIComponent(run.sessionId)}`}>
                  {words["runs.chat"]}
                </Link>
              )}
              <Link className="site-quiet" to={`/chat/${encodeURIComponent(run.sessionId)}/replay`}>
                {words["runs.replay"]}
              </Link>
              <RunActions
                run={run}
                name={name}
                onCancel={() => attempt(async () => (await calls.cancel(run.callId), again()))}
                onRetry={() =>
                  attempt(async (isThere) => {
                    const begun = await runs.retry(run.callId, { sessionId: run.sessionId });
                    if (isThere()) await navigate(runPath(begun));
                  })
                }
              />
            </div>
          </header>
          {problem !== undefined && (
            <p className="site-admin-problem" role="alert" dir="auto">
              {problem}
            </p>
          )}
          <RunFacts run={run} />
          <RunCard key={`${run.sessionId} ${run.callId}`} sessionId={run.sessionId} callId={run.callId} />
        </>
      )}
    </section>
  );
}

function RunFacts({ run }: { run: RunDetail }): ReactNode {
  const words = useWords();
  const durationText = useDurationText();
  const facts: [string, ReactNode][] = [
    [words["runs.source"], words[`runs.source.${run.source}`]],
    ...(run.userId === null
      ? []
      : ([[words["runs.person"], <bdi key="person">{run.userId}</bdi>]] as [string, ReactNode][])),
    [words["runs.requested"], <Moment key="requested" at={run.requestedAt} />],
    ...(run.durationMs === null
      ? []
      : ([[words["runs.duration"], durationText(run.durationMs)]] as [string, ReactNode][])),
    [words["runs.id"], <code key="id">{run.callId}</code>],
  ];
  if (run.retryOf !== null) {
    facts.push([
      words["runs.again"],
      <Link key="first" to={runPath({ sessionId: ANY_SESSION, callId: run.retryOf })}>
        {words["runs.first"]}
      </Link>,
    ]);
  }
  if (run.retries.length > 0) {
    facts.push([
      words["runs.retries"],
      <ul key="retries" className="site-run-retries">
        {run.retries.map((retry) => (
          <li key={`${retry.sessionId} ${retry.callId}`}>
            <Link to={runPath(retry)}>
              <RunStatus status={retry.status} />
            </Link>
          </li>
        ))}
      </ul>,
    ]);
  }
  return (
    <dl className="site-run-facts-list">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The run as its log says it, live: what it was given, what it did and asked, and what came of it. */
function RunCard({ sessionId, callId }: { sessionId: string; callId: string }): ReactNode {
  const session = useSession(client, sessionId);
  if (!session) return null;
  if (session.error) {
    return (
      <p className="site-admin-problem" role="alert" dir="auto">
        {session.error.message}
      </p>
    );
  }
  return (
    <ToolProvider client={session.isOwn === false ? colleagueClient(client) : client} timeline={session.timeline}>
      <ToolCallCard callId={callId} defaultOpen fallback={<div aria-busy="true" />} />
    </ToolProvider>
  );
}
