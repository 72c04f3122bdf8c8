"use client";
import type { AuthoredTool, AuthoringClient, ToolVersion } from "@callboard/core/client";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { ChangeList } from "../card/asks/Changes.tsx";
import { toolChanges, changeWords } from "../card/asks/toolChanges.ts";
import { useKit } from "../provider/ToolProvider.tsx";

export interface VersionsPanelProps {
  client: Pick<AuthoringClient, "versions" | "restore">;
  tool: AuthoredTool;
  onRestored(tool: AuthoredTool): void;
  onFailed(error: unknown): void;
}

/** How a tool was before: each version with what it changed, to read and to put back. */
export function VersionsPanel({ client, tool, onRestored, onFailed }: VersionsPanelProps): ReactNode {
  const { t, locale } = useKit(changeWords);
  const id = useId();
  const [read, setRead] = useState<{ revision: string; versions: ToolVersion[] }>();
  const [isBusy, setBusy] = useState(false);
  const { slug, revision } = tool;
  const told = useRef(onFailed);
  useEffect(() => {
    told.current = onFailed;
  }, [onFailed]);
  useEffect(() => {
    const stop = new AbortController();
    client.versions(slug, { signal: stop.signal }).then(
      (versions) => setRead({ revision, versions }),
      (error: unknown) => {
        if (!stop.signal.aborted) told.current(error);
      },
    );
    return () => stop.abort();
  }, [client, slug, revision]);
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const restore = async (version: string) => {
    setBusy(true);
    try {
      onRestored(await client.restore(slug, version, revision));
    } catch (error) {
      onFailed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="cb-author-versions" aria-labelledby={id}>
      <h2 id={id}>{t("author.versions")}</h2>
      {read?.versions.length === 0 && <p className="cb-field-help">{t("author.versionsEmpty")}</p>}
      <ol>
        {read?.versions.map(({ version, createdAt, createdBy, changes }, index) => {
          const date = dates.format(createdAt);
          const isFirst = index === read.versions.length - 1;
          return (
            <li key={`${version} ${createdAt}`}>
              <details>
                <summary>
                  <span className="cb-author-version">
                    <time dateTime={new Date(createdAt).toISOString()}>
                      {createdBy === null ? date : t("author.versionBy", { date, person: createdBy })}
                    </time>
                    <span className="cb-author-said">
                      {isFirst ? t("author.first") : t("author.changes", { count: changes.length })}
                    </span>
                  </span>
                </summary>
                <ChangeList changes={toolChanges(changes, t)} isNew={isFirst} />
              </details>
              {index === 0 ? (
                <span className="cb-author-current">{t("author.versionNow")}</span>
              ) : (
                <button
                  type="button"
                  className="cb-button"
                  data-variant="quiet"
                  disabled={isBusy}
                  aria-label={t("author.restoreOf", { date })}
                  onClick={() => void restore(version)}
                >
                  {t("author.restore")}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
