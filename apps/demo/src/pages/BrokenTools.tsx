import { TriangleAlert } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import type { ToolFailure } from "../server/toolFolders.ts";

/** Tells the developer which tool folders were left out of the library, and why. Nothing where all is well. */
export function BrokenTools(): ReactNode {
  const [failures, setFailures] = useState<ToolFailure[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    fetch("/api/demo/failures", { signal: stop.signal })
      .then((response) => (response.ok ? (response.json() as Promise<ToolFailure[]>) : []))
      .then(setFailures, () => {
        // The library itself says when the server cannot be reached.
      });
    return () => stop.abort();
  }, []);
  if (failures.length === 0) return null;
  return (
    <section className="demo-broken" aria-label="Tools that could not be loaded">
      <h2>
        <TriangleAlert size={16} aria-hidden />
        {failures.length === 1 ? "One tool could not be loaded" : `${failures.length} tools could not be loaded`}
      </h2>
      <dl>
        {failures.map(({ folder, message }) => (
          <div key={folder}>
            <dt>{folder}</dt>
            <dd>{message}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
