import type { DefinitionChange, PublishedToolsClient, PublishedToolUse } from "@callboard/core/client";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { IssuedEntry } from "./IssuedEntry.tsx";
import { Moment } from "./Moment.tsx";

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
  const { key, tool, origins, actions, perMinute, publishedAt, isMissing, changes } = published;
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const facts: [label: string, value: ReactNode][] = [
    [words["publishing.runs"], number(published.runs)],
    [words["publishing.failed"], number(published.failedRuns)],
    [words["publishing.tokens"], number(published.tokens)],
    [words["publishing.refused"], number(published.refusals)],
    [words["publishing.limit"], words["publishing.limit.value"].replace("{count}", number(perMinute))],
    [words["publishing.published"], <Moment key="at" at={publishedAt} />],
  ];
  const title = (
    <Link to={`/tools/${encodeURIComponent(tool)}`} dir="auto">
      {name}
    </Link>
  );
  const warning = (
    <>
      {(isMissing || changes.length > 0) && (
        <p className="site-published-warning">
          <TriangleAlert size={16} aria-hidden />
          {words[isMissing ? "publishing.missing" : "publishing.changed"]}
        </p>
      )}
      {changes.length > 0 && <Changes changes={changes} />}
    </>
  );
  return (
    <IssuedEntry
      label={`${tool} ${key}`}
      title={title}
      under={origins.join(" · ")}
      warning={warning}
      facts={facts}
      further={
        changes.length > 0 ? { label: words["publishing.again"], act: () => client.publishAgain(key) } : undefined
      }
      revokeHelp={words["publishing.revoke.help"]}
      revoke={() => client.revoke(key)}
      onChange={onChange}
    >
      {actions.includes("share") && <p className="site-publishing-note">{words["publishing.shares"]}</p>}
      <details>
        <summary>{words["publishing.line"]}</summary>
        {children}
      </details>
    </IssuedEntry>
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
