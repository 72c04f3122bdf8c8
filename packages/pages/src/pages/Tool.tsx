import type { ToolDetail } from "@callboard/core";
import { ToolPage } from "@callboard/react";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { useParams, useSearchParams } from "react-router";
import { client } from "../client.ts";
import { ToolSessions } from "./ToolSessions.tsx";
import { Wire } from "./Wire.tsx";
import { useToolChanges } from "./useToolChanges.ts";
import { pageTitle } from "../shell/siteName.ts";

/** One tool's page. The open run is in the address, so that a reload, a link and the back button show the same. */
export function Tool({ below }: { below?: (slug: string) => ReactNode }): ReactNode {
  const { slug = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const version = useToolChanges(slug);
  const tool = useTool(slug, version);
  const onRunChange = useCallback(
    (callId: string | null) => {
      const withRun = (current: URLSearchParams) => {
        const next = new URLSearchParams(current);
        if (callId === null) next.delete("run");
        else next.set("run", callId);
        return next;
      };
      setSearch(withRun, { preventScrollReset: true });
    },
    [setSearch],
  );
  return (
    <>
      <title>{pageTitle(tool?.name ?? slug)}</title>
      <ToolPage
        key={`${slug} ${version}`}
        slug={slug}
        run={search.get("run")}
        onRunChange={onRunChange}
        libraryHref="/tools"
      />
      {tool?.source !== undefined && search.get("run") !== null && (
        <Wire key={search.get("run")} callId={search.get("run") ?? ""} />
      )}
      {tool?.collaborative && <ToolSessions key={slug} slug={slug} />}
      {below?.(slug)}
    </>
  );
}

function useTool(slug: string, version: number): ToolDetail | undefined {
  const [found, setFound] = useState<ToolDetail>();
  useEffect(() => {
    let current = true;
    client.tool?.(slug).then(
      (detail) => current && setFound(detail),
      () => {
        // The page says itself that the tool cannot be read; the title keeps the slug.
      },
    );
    return () => {
      current = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a changed tool may have another name
  }, [slug, version]);
  return found?.slug === slug ? found : undefined;
}
