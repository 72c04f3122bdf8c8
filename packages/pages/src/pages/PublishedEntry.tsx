import type { DefinitionChange, PublishedToolsClient, PublishedToolUse } from "@callboard/core/client";
import { TriangleAlert } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { useStepFocus } from "./useStepFocus.ts";

export interface PublishedEntryProps {
  published: PublishedToolUse;
  client: Pick<PublishedToolsClient, "publishAgain" | "revoke">;
  /** What the tool is called; its slug where it is gone. */
  name: string;
  onChange(): void;
  /** The line for a page. */
  children: ReactNode;
}

/** One publish key: what it serves and where, how it is used, what has changed, and how it is taken back. */
export function PublishedEntry({ published, client, name, onChange, children }: PublishedEntryProps): ReactNode {
  const words = useWords();
  const locale = localeOf(useShownLanguage());
  const [isSure, setSure] = useState(false);
  const acts = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  const { key, tool, origins, actions, perMinute, publishedAt, isMissing, changes } = published;
  useStepFocus(acts, `${isSure} ${changes.length > 0}`);
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const act = async (work: Promise<unknown>) => {
    try {
      await work;
      setProblem(undefined);
      onChange();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const facts: [label: string, value: ReactNode][] = [
    [words["publishing.runs"], number(published.runs)],
    [words["publishing.failed"], number(published.failedRuns)],
    [words["publishing.tokens"], number(published.tokens)],
    [words["publishing.refused"], number(published.refusals)],
    [words["publishing.limit"], words["publishing.limit.value"].replace("{count}", number(perMinute))],
    [
      words["publishing.published"],
      <time key="at" dateTime={new Date(publishedAt).toISOString()}>
        {new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(publishedAt)}
      </time>,
    ],
  ];
  return (
    <article className="site-published" aria-label={`${tool} ${key}`}>
      <header>
        <h2>
          <Link to={`/tools/${encodeURIComponent(tool)}`} dir="auto">
            {name}
          </Link>
        </h2>
        <p>
          <bdi dir="ltr">{origins.join(" · ")}</bdi>
        </p>
      </header>
      {(isMissing || changes.length > 0) && (
        <p className="site-published-warning">
          <TriangleAlert size={16} aria-hidden />
          {words[isMissing ? "publishing.missing" : "publishing.changed"]}
        </p>
      )}
      {changes.length > 0 && <Changes changes={changes} />}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {actions.includes("share") && <p className="site-publishing-note">{words["publishing.shares"]}</p>}
      <details>
        <summary>{words["publishing.line"]}</summary>
        {children}
      </details>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div ref={acts} className="site-published-acts">
        {changes.length > 0 && (
          <button type="button" className="site-action" onClick={() => void act(client.publishAgain(key))}>
            {words["publishing.again"]}
          </button>
        )}
        {isSure ? (
          <>
            <p>{words["publishing.revoke.help"]}</p>
            <button type="button" className="site-action" onClick={() => void act(client.revoke(key))}>
              {words["publishing.revoke.sure"]}
            </button>
            <button type="button" className="site-quiet" data-step="" onClick={() => setSure(false)}>
              {words["publishing.cancel"]}
            </button>
          </>
        ) : (
          <button type="button" className="site-quiet" data-step="" onClick={() => setSure(true)}>
            {words["publishing.revoke"]}
          </button>
        )}
      </div>
    </article>
  );
}

function Changes({ changes }: { changes: readonly DefinitionChange[] }): ReactNode {
  const words = useWords();
  return (
    <div className="site-changes" tabIndex={0} role="group" aria-label={words["publishing.changes"]}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words["publishing.part"]}</th>
            <th scope="col">{words["publishing.before"]}</th>
            <th scope="col">{words["publishing.now"]}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, published, now }) => (
            <tr key={path} dir="ltr">
              <th scope="row">
                <code>{path || "/"}</code>
              </th>
              <td>{published !== null && <del>{published}</del>}</td>
              <td>{now !== null && <ins>{now}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
