import { colleagueClient } from "@callboard/core";
import type { Entity } from "@callboard/core/client";
import { isFinal } from "@callboard/core/timeline";
import { ToolCallCard, ToolProvider, useCall, useSession } from "@callboard/react";
import { ArrowLeft, Printer } from "lucide-react";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { Link, useParams } from "react-router";
import { client } from "../../client.ts";
import { useWords } from "../../shell/LanguageProvider.tsx";
import { pageTitle } from "../../shell/siteName.ts";
import { Moment } from "../Moment.tsx";
import { NotFound } from "../NotFound.tsx";
import { entities, EntityFailure } from "../entities/entitiesShared.tsx";
import { useRead } from "../useRead.ts";
import { useReadAgain } from "../useReadAgain.ts";
import { BRIEF_PARTS, readBrief, type Brief, type BriefClaim } from "./brief.ts";

/** How often a brief that is being written is read again. */
const AGAIN_MS = 1_000;

export interface BriefPageProps {
  /** `page` shows how it is written too, `pdf` is the sheet that is printed. */
  surface: "page" | "pdf";
}

/** A brief while it is written, and when it is: each statement with its sources. */
export function BriefPage({ surface }: BriefPageProps): ReactNode {
  const { id = "" } = useParams();
  const words = useWords();
  const read = useCallback((signal: AbortSignal) => entities.get(id, { signal }), [id]);
  const { value: entity, failure, again } = useRead(read);
  const brief = entity && readBrief(entity);
  const [failedRun, setFailedRun] = useState<string>();
  const isOver = brief !== undefined && (brief.isComplete || brief.runId === failedRun);
  useReadAgain(isOver ? undefined : (failure ?? entity), again, AGAIN_MS);
  if (entity && !brief) return <NotFound />;
  return (
    <section className="site-brief" data-surface={surface} aria-busy={(!entity && !failure) || undefined}>
      <title>{pageTitle(entity?.title ?? words.brief)}</title>
      {failure && !entity && <EntityFailure failure={failure} onRetry={again} />}
      {entity && brief && (
        <>
          <nav className="site-brief-acts" aria-label={words.brief}>
            {surface === "pdf" ? (
              <>
                <Link className="site-quiet" to={`/briefs/${id}`}>
                  <ArrowLeft size={16} aria-hidden />
                  {words["brief.back"]}
                </Link>
                <button type="button" className="site-action" onClick={() => window.print()}>
                  <Printer size={16} aria-hidden />
                  {words["brief.print"]}
                </button>
              </>
            ) : (
              <Link className="site-quiet" to={`/briefs/${id}/pdf`}>
                <Printer size={16} aria-hidden />
                {words["brief.pdf"]}
              </Link>
            )}
          </nav>
          <Sheet entity={entity} brief={brief} />
          {surface === "page" && <Writing key={brief.runId} brief={brief} onFailed={setFailedRun} />}
        </>
      )}
    </section>
  );
}

function Sheet({ entity, brief }: { entity: Entity; brief: Brief }): ReactNode {
  const words = useWords();
  const numbers = new Map(brief.sourceIds.map((sourceId, index) => [sourceId, index + 1]));
  const { done, all } = brief.progress;
  return (
    <article className="site-brief-sheet">
      <header>
        {brief.classification !== undefined && (
          <p className="site-brief-class" dir="auto">
            {brief.classification}
          </p>
        )}
        <h1 dir="auto" lang={brief.language}>
          {brief.title}
        </h1>
        <p className="site-brief-note">
          <Moment at={Date.parse(entity.updatedAt)} />
          {" · "}
          {words["brief.from"].replace("{count}", String(brief.sourceIds.length))}
        </p>
        <p className="site-brief-note" role="status">
          {brief.isComplete
            ? words["brief.complete"]
            : words["brief.progress"].replace("{done}", String(done)).replace("{all}", String(all))}
        </p>
        {brief.isScripted && <p className="site-brief-script">{words["brief.script"]}</p>}
      </header>
      <Claims claims={brief.claims.get("headline")} numbers={numbers} language={brief.language} isLead />
      {BRIEF_PARTS.map((field) => (
        <section key={field} aria-labelledby={`brief-${field}`}>
          <h2 id={`brief-${field}`}>{words[`brief.${field}`]}</h2>
          <Claims claims={brief.claims.get(field)} numbers={numbers} language={brief.language} />
        </section>
      ))}
      <Sources brief={brief} />
      {brief.disclaimer !== undefined && (
        <footer>
          <h2>{words["brief.disclaimer"]}</h2>
          <p dir="auto">{brief.disclaimer}</p>
        </footer>
      )}
    </article>
  );
}

interface ClaimsProps {
  claims: readonly BriefClaim[] | undefined;
  /** The number of each source, by its id. */
  numbers: ReadonlyMap<string, number>;
  language: string;
  /** It opens the brief, in place of a heading. */
  isLead?: boolean;
}

function Claims({ claims, numbers, language, isLead = false }: ClaimsProps): ReactNode {
  const words = useWords();
  // Its place is kept, so that nothing moves when it is there.
  if (!claims) return <p className="site-brief-pending">{words["brief.pending"]}</p>;
  return (
    <ul className="site-brief-claims" data-lead={isLead || undefined}>
      {claims.map(({ text, sourceIds }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a field is replaced as a whole
        <li key={index}>
          <span dir="auto" lang={language}>
            {text}
          </span>{" "}
          <span className="site-brief-cited">
            {sourceIds.map((sourceId) => {
              const number = numbers.get(sourceId);
              return (
                number !== undefined && (
                  <a
                    key={sourceId}
                    href={`#source-${number}`}
                    aria-label={words["brief.cited"].replace("{number}", String(number))}
                  >
                    {number}
                  </a>
                )
              );
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What the brief rests on, by the numbers in the text: the entities that its engagement is connected with. */
function Sources({ brief }: { brief: Brief }): ReactNode {
  const words = useWords();
  const { engagementId } = brief;
  const read = useCallback((signal: AbortSignal) => entities.get(engagementId, { signal }), [engagementId]);
  const { value: engagement, failure, again } = useRead(read);
  const byId = new Map(engagement?.relations.map(({ entity }) => [entity.id, entity]));
  return (
    <section aria-labelledby="brief-sources">
      <h2 id="brief-sources">{words["brief.sources"]}</h2>
      {failure && <EntityFailure failure={failure} onRetry={again} />}
      {engagement && (
        <p className="site-brief-about">
          {words["brief.about"]}{" "}
          <Link to={engagement.href}>
            <bdi>{engagement.title}</bdi>
          </Link>
        </p>
      )}
      <ol className="site-brief-sources" aria-busy={(!engagement && !failure) || undefined}>
        {brief.sourceIds.map((sourceId, index) => {
          const source = byId.get(sourceId);
          return (
            <li key={sourceId} id={`source-${index + 1}`} tabIndex={-1}>
              {source ? (
                <Link to={source.href}>
                  <bdi>{source.title}</bdi>
                </Link>
              ) : (
                <span className="site-brief-note">{words[engagement || failure ? "brief.gone" : "brief.pending"]}</span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface WritingProps {
  brief: Brief;
  /** Called with its run once that has ended without all of the brief. */
  onFailed(runId: string): void;
}

/** How it is written, live: its run as the log says it. */
function Writing({ brief, onFailed }: WritingProps): ReactNode {
  const words = useWords();
  const session = useSession(client, brief.runId === "" ? null : brief.runId);
  if (!session) return null;
  return (
    <details className="site-brief-writing" open={!brief.isComplete}>
      <summary>{words["brief.how"]}</summary>
      {session.error ? (
        <p className="site-admin-problem" role="alert" dir="auto">
          {session.error.message}
        </p>
      ) : (
        <ToolProvider client={session.isOwn === false ? colleagueClient(client) : client} timeline={session.timeline}>
          <Unfinished brief={brief} onFailed={onFailed} />
          <ToolCallCard callId={brief.runId} defaultOpen fallback={<div aria-busy="true" />} />
        </ToolProvider>
      )}
    </details>
  );
}

/** Why no more will come, where its run has ended without all of it. */
function Unfinished({ brief: { runId, isComplete }, onFailed }: WritingProps): ReactNode {
  const words = useWords();
  const run = useCall(runId);
  const isFailed = !isComplete && run !== undefined && isFinal(run.status) && run.status !== "completed";
  useEffect(() => {
    if (isFailed) onFailed(runId);
  }, [isFailed, runId, onFailed]);
  if (!isFailed) return null;
  return (
    <div className="site-message" role="alert">
      <h2>{words["brief.failed"]}</h2>
      <p>{words["brief.failed.help"]}</p>
      <Link className="site-action" to="/tools/generateExecutiveSummary">
        {words["brief.new"]}
      </Link>
    </div>
  );
}
