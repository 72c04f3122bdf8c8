import type { KeptView } from "@callboard/core/client";
import { useCallback, useRef, useState, type ReactNode } from "react";
import { useWords } from "../../shell/LanguageProvider.tsx";
import { AdminFailure } from "../AdminFailure.tsx";
import { Moment, useMomentText } from "../Moment.tsx";
import { useProblem } from "../useProblem.ts";
import { useRead } from "../useRead.ts";
import { views } from "./viewsShared.tsx";

interface ViewVersionsProps {
  view: KeptView;
  onChange(view: KeptView): void;
}

/** How a view was before, to put back; read when somebody asks for it. */
export function ViewVersions(props: ViewVersionsProps): ReactNode {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="site-entities-filter" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words["views.versions"]}</summary>
      {isOpen && <Versions {...props} />}
    </details>
  );
}

function Versions({ view, onChange }: ViewVersionsProps): ReactNode {
  const words = useWords();
  const timeOf = useMomentText();
  const { slug, revision } = view;
  const read = useCallback((signal: AbortSignal) => views.versions(slug, { signal }), [slug]);
  const { value: versions, failure, again } = useRead(read);
  const { problem, attempt } = useProblem();
  // A second press before the answer does nothing.
  const isActing = useRef(false);
  const restore = async (version: string) => {
    if (isActing.current) return;
    isActing.current = true;
    await attempt(async () => onChange(await views.restore(slug, revision, version)));
    isActing.current = false;
  };
  return (
    <div>
      {failure && <AdminFailure of="views" failure={failure} onRetry={again} />}
      {problem !== undefined && (
        <p className="site-admin-problem" role="alert" dir="auto">
          {problem}
        </p>
      )}
      <ol className="site-entities-history">
        {versions?.map(({ version, createdAt, createdBy }, index) => (
          <li key={`${version} ${createdAt}`} className="site-view-version">
            <p>
              <Moment at={createdAt} />
              {createdBy !== null && (
                <>
                  {" · "}
                  <bdi>{createdBy}</bdi>
                </>
              )}
            </p>
            {index === 0 ? (
              <span className="site-entities-note">{words["views.version.now"]}</span>
            ) : (
              <button
                type="button"
                className="site-quiet"
                aria-label={words["views.version.restoreOf"].replace("{time}", timeOf(createdAt))}
                onClick={() => void restore(version)}
              >
                {words["views.version.restore"]}
              </button>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
