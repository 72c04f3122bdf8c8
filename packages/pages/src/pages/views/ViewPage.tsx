import type { KeptView } from "@callboard/core/client";
import { ToolClientError } from "@callboard/core";
import { ViewParts } from "@callboard/react";
import { ArrowLeft } from "lucide-react";
import { useCallback, useRef, useState, type ReactNode } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useWords } from "../../shell/LanguageProvider.tsx";
import { pageTitle } from "../../shell/siteName.ts";
import { AdminFailure } from "../AdminFailure.tsx";
import { useRead } from "../useRead.ts";
import { useStepFocus } from "../useStepFocus.ts";
import { EntitiesInView } from "./EntitiesInView.tsx";
import { ViewVersions } from "./ViewVersions.tsx";
import { ViewChange, ViewNote, views, ViewState } from "./viewsShared.tsx";

/** One view: what it shows, and what whoever looks may do with it. */
export function ViewPage(): ReactNode {
  const { slug = "" } = useParams();
  const words = useWords();
  const read = useCallback((signal: AbortSignal) => views.get(slug, { signal }), [slug]);
  const { value: view, failure, again, replace } = useRead(read);
  const isGone = failure?.code === "view_not_found";
  return (
    <section className="site-entities site-view" aria-busy={(!view && !failure) || undefined}>
      <title>{pageTitle(view?.title ?? words[isGone ? "views.notFound" : "views"])}</title>
      <nav className="site-admin-back" aria-label={words["views.way"]}>
        <Link to="/views">
          <ArrowLeft size={16} aria-hidden />
          {words.views}
        </Link>
      </nav>
      {isGone && (
        <div className="site-message">
          <h1>{words["views.notFound"]}</h1>
          <p>{words["views.notFound.help"]}</p>
          <Link className="site-action" to="/views">
            {words["views.notFound.open"]}
          </Link>
        </div>
      )}
      {failure && !isGone && <AdminFailure of="views" failure={failure} onRetry={again} />}
      {view && (
        <>
          <Head view={view} onChange={(next) => replace(() => next)} onReload={again} />
          <ViewParts
            key={view.slug}
            spec={view.spec}
            renderEntities={(part) => <EntitiesInView key={view.revision} part={part} />}
          />
          {view.may.includes("update") && view.expiresAt === null && (
            <ViewVersions key={view.revision} view={view} onChange={(next) => replace(() => next)} />
          )}
        </>
      )}
    </section>
  );
}

interface HeadProps {
  view: KeptView;
  onChange(view: KeptView): void;
  onReload(): void;
}

function Head({ view, onChange, onReload }: HeadProps): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<{ message: string; isMoved: boolean }>();
  const acts = useRef<HTMLDivElement>(null);
  useStepFocus(acts, `${isAsked} ${view.revision}`);
  // A second press before the answer does nothing.
  const isActing = useRef(false);
  const act = async (work: () => Promise<void>) => {
    if (isActing.current) return;
    isActing.current = true;
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      setAsked(false);
      setProblem({ message: error.message, isMoved: error.status === 412 });
    } finally {
      isActing.current = false;
    }
  };
  const publish = () =>
    act(async () => onChange(await views.update(view.slug, view.revision, { isPublished: !view.isPublished })));
  const keep = () =>
    act(async () => {
      const kept = await views.keep(view.slug);
      void navigate(kept.href, { replace: true });
    });
  const remove = () =>
    act(async () => {
      await views.remove(view.slug, view.revision);
      void navigate("/views", { replace: true });
    });
  return (
    <>
      <header className="site-admin-head">
        <div>
          <h1 dir="auto">{view.title}</h1>
          {view.description !== "" && <p dir="auto">{view.description}</p>}
          <p className="site-view-change">
            <ViewState view={view} />
            <ViewChange view={view} />
          </p>
          <ViewNote view={view} />
        </div>
        <div ref={acts} className="site-admin-acts">
          {view.may.includes("keep") && (
            <button type="button" className="site-action" data-step="" onClick={() => void keep()}>
              {words["views.save"]}
            </button>
          )}
          {view.may.includes("update") && view.expiresAt === null && (
            <button
              type="button"
              className={view.isPublished ? "site-quiet" : "site-action"}
              data-step=""
              onClick={() => void publish()}
            >
              {words[view.isPublished ? "views.unpublish" : "views.publish"]}
            </button>
          )}
          {view.may.includes("delete") && (
            <button type="button" className="site-quiet" onClick={() => setAsked(true)}>
              {words["views.delete"]}
            </button>
          )}
        </div>
      </header>
      {isAsked && (
        <div className="site-message" role="alertdialog" aria-label={words["views.delete.sure"]}>
          <h2>{words["views.delete.sure"]}</h2>
          <p>{words["views.delete.help"]}</p>
          <div className="site-admin-acts">
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever is asked goes on from here */}
            <button type="button" className="site-quiet" autoFocus onClick={() => setAsked(false)}>
              {words["views.keep"]}
            </button>
            <button type="button" className="site-action" onClick={() => void remove()}>
              {words["views.delete"]}
            </button>
          </div>
        </div>
      )}
      {problem && (
        <div className="site-admin-problem" role="alert">
          <p dir="auto">{problem.message}</p>
          {problem.isMoved && (
            <button
              type="button"
              className="site-quiet"
              onClick={() => {
                setProblem(undefined);
                onReload();
              }}
            >
              {words["views.reload"]}
            </button>
          )}
        </div>
      )}
    </>
  );
}
