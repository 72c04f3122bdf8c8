import { useCallback, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { useWords } from "../../shell/LanguageProvider.tsx";
import { pageTitle } from "../../shell/siteName.ts";
import { AdminFailure } from "../AdminFailure.tsx";
import { useRead } from "../useRead.ts";
import { ViewChange, views, ViewState } from "./viewsShared.tsx";

const PAGE = 50;
const MOST = 200;

/** The views of a workspace, those that changed last first. */
export function ViewList(): ReactNode {
  const words = useWords();
  const [limit, setLimit] = useState(PAGE);
  const read = useCallback((signal: AbortSignal) => views.list({ signal, limit }), [limit]);
  const { value: listing, failure, again } = useRead(read);
  return (
    <section className="site-entities" aria-busy={(!listing && !failure) || undefined}>
      <title>{pageTitle(words.views)}</title>
      <header className="site-admin-head">
        <div>
          <h1>{words.views}</h1>
          <p>{words["views.lead"]}</p>
        </div>
      </header>
      {failure && <AdminFailure of="views" failure={failure} onRetry={again} />}
      {listing?.total === 0 && (
        <div className="site-message">
          <h2>{words["views.none"]}</h2>
          <p>{words["views.none.help"]}</p>
          <Link className="site-action" to="/chat">
            {words["views.none.chat"]}
          </Link>
        </div>
      )}
      {listing && listing.total > 0 && (
        <ul className="site-admin-list site-view-list">
          {listing.views.map((view) => (
            <li key={view.slug}>
              <Link to={view.href}>
                <bdi>{view.title}</bdi>
              </Link>
              <ViewState view={view} />
              {view.description !== "" && <p dir="auto">{view.description}</p>}
              <p className="site-view-change">
                <ViewChange view={view} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {listing && listing.total > listing.views.length && limit < MOST && (
        <button type="button" className="site-quiet" onClick={() => setLimit(Math.min(limit + PAGE, MOST))}>
          {words["views.more"]}
        </button>
      )}
    </section>
  );
}
