import { ToolLibrary } from "@callboard/react";
import type { ReactNode } from "react";
import { BrokenTools } from "./BrokenTools.tsx";
import { useToolChanges } from "./useToolChanges.ts";

/** The tool library; on the first page it says in a sentence what this is. */
export function Library({ first = false }: { first?: boolean }): ReactNode {
  const version = useToolChanges();
  return (
    <>
      <title>{first ? "Callboard" : "Tools · Callboard"}</title>
      {first ? (
        <p className="demo-lead">
          Each tool below is defined once: you get a form and a readable result, an agent gets a function, and every run
          is kept.
        </p>
      ) : null}
      <BrokenTools key={`broken-${version}`} />
      <ToolLibrary key={`library-${version}`} href={({ slug }) => `/tools/${encodeURIComponent(slug)}`} />
    </>
  );
}
