import type { KnowledgeClient, KnowledgeOverview, KnowledgeUploads } from "@callboard/core/client";
import { fillTemplate } from "@callboard/core/host";
import { ImageDropzoneUploader } from "@callboard/react";
import { useEffect, useId, type ReactNode } from "react";
import { Link } from "react-router";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { knowledgeProblem } from "./knowledgeProblem.ts";
import { KnowledgePages } from "./KnowledgePages.tsx";

/** How often what is being read is asked for, in milliseconds. */
const AGAIN_AFTER = 2_000;

export interface KnowledgeSourcesProps {
  overview: KnowledgeOverview;
  offset: number;
  upload: KnowledgeClient["upload"];
  onChange(): void;
}

/**
 * What was brought in, source by source, what could not be read and why, and where people bring documents in
 * themselves.
 */
export function KnowledgeSources({ overview, offset, upload, onChange }: KnowledgeSourcesProps): ReactNode {
  const words = useWords();
  const numbers = new Intl.NumberFormat(localeOf(useShownLanguage()));
  const { sources, total, problems, reading, uploads } = overview;
  useEffect(() => {
    if (!reading) return;
    const timer = setTimeout(onChange, AGAIN_AFTER);
    return () => clearTimeout(timer);
  }, [reading, onChange]);
  return (
    <>
      {reading && (
        <p role="status">
          {fillTemplate(words["knowledge.reading"], {
            done: numbers.format(reading.done),
            total: numbers.format(reading.total),
          })}
        </p>
      )}
      {sources.length === 0 && !reading && (
        <div className="site-message">
          <h2>{words["knowledge.empty"]}</h2>
          <p>{words[uploads ? "knowledge.empty.upload" : "knowledge.empty.help"]}</p>
        </div>
      )}
      {sources.length > 0 && <SourceTable sources={sources} />}
      <KnowledgePages from={offset} shown={sources.length} total={total} step={50} />
      {problems.length > 0 && <Problems problems={problems} />}
      {uploads && <Upload bounds={uploads} upload={upload} onStored={onChange} />}
    </>
  );
}

function SourceTable({ sources }: Pick<KnowledgeOverview, "sources">): ReactNode {
  const words = useWords();
  const numbers = new Intl.NumberFormat(localeOf(useShownLanguage()));
  return (
    <table className="site-knowledge-table">
      <thead>
        <tr>
          <th scope="col">{words["knowledge.source"]}</th>
          <th scope="col">{words["knowledge.documents"]}</th>
          <th scope="col">{words["knowledge.unread"]}</th>
          <th scope="col">{words["knowledge.characters"]}</th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ id, name, documents, failed, unfinished, characters }) => (
          <tr key={id}>
            <th scope="row">
              <Link to={`/knowledge/${id}`} dir="auto">
                {name}
              </Link>
              {unfinished > 0 && (
                <small>{words["knowledge.unfinished"].replace("{count}", numbers.format(unfinished))}</small>
              )}
            </th>
            <td>{numbers.format(documents)}</td>
            <td data-failed={failed > 0 || undefined}>{numbers.format(failed)}</td>
            <td>{numbers.format(characters)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Problems({ problems }: Pick<KnowledgeOverview, "problems">): ReactNode {
  const words = useWords();
  const language = useShownLanguage();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{words["knowledge.problems"]}</h2>
      <ul className="site-knowledge-found">
        {problems.map((each) => (
          <li key={each.id}>
            <strong dir="auto">{each.name}</strong>
            <p dir="auto">{knowledgeProblem(words, language, each)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface UploadProps {
  bounds: KnowledgeUploads;
  upload: KnowledgeClient["upload"];
  onStored(): void;
}

function Upload({ bounds, upload, onStored }: UploadProps): ReactNode {
  const words = useWords();
  const id = useId();
  const numbers = new Intl.NumberFormat(localeOf(useShownLanguage()));
  return (
    <section className="site-knowledge-upload" aria-labelledby={id}>
      <h2 id={id}>{words["knowledge.upload"]}</h2>
      <p id={`${id}-help`}>{words["knowledge.upload.help"].replace("{count}", numbers.format(bounds.maxDocuments))}</p>
      <ImageDropzoneUploader
        multiple
        hideManualUrl
        accept={bounds.endings.join(",")}
        maxBytes={bounds.maxBytes}
        label={words["knowledge.upload"]}
        describedBy={`${id}-help`}
        upload={upload}
        // What is stored stands in the table above.
        value={NOTHING}
        onStored={onStored}
      />
    </section>
  );
}

const NOTHING: readonly string[] = [];
