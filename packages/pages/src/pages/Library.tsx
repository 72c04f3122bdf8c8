import { ToolLibrary } from "@callboard/react";
import type { ReactNode } from "react";
import { useWords } from "../shell/LanguageProvider.tsx";
import { siteName, pageTitle } from "../shell/siteName.ts";
import { useToolChanges } from "./useToolChanges.ts";
import { usePagesState } from "./usePagesState.ts";

/** The tool library; on the first page it says in a sentence what this is. */
export function Library({ first = false }: { first?: boolean }): ReactNode {
  const words = useWords();
  const version = useToolChanges();
  const failures = usePagesState(version)?.failures ?? [];
  return (
    <>
      <title>{first ? siteName() : pageTitle(words.tools)}</title>
      {first ? <p className="site-lead">{words.lead}</p> : null}
      <ToolLibrary
        key={version}
        href={({ slug }) => `/tools/${encodeURIComponent(slug)}`}
        failures={failures.map(({ file, message }) => ({ file, error: message }))}
      />
    </>
  );
}
