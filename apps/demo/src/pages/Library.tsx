import { ToolLibrary } from "@callboard/react";
import type { ReactNode } from "react";
import { useToolChanges } from "./useToolChanges.ts";
import { useToolFailures } from "./useToolFailures.ts";

/** The tool library; on the first page it says in a sentence what this is. */
export function Library({ first = false }: { first?: boolean }): ReactNode {
  const version = useToolChanges();
  const failures = useToolFailures(version);
  return (
    <>
      <title>{first ? "Callboard" : "Tools · Callboard"}</title>
      {first ? (
        <p className="demo-lead">
          Each tool below is defined once: you get a form and a readable result, an agent gets a function, and every run
          is kept.
        </p>
      ) : null}
      <ToolLibrary
        key={version}
        href={({ slug }) => `/tools/${encodeURIComponent(slug)}`}
        failures={failures.map(({ file, message }) => ({ file, error: message }))}
      />
    </>
  );
}
