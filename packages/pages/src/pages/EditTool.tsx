import { ToolClientError, type ToolListing } from "@callboard/core";
import { authoringClient, type AuthoredTool } from "@callboard/core/client";
import { ToolEditor } from "@callboard/react";
import { ArrowLeft } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { Link, useBlocker, useNavigate, useParams } from "react-router";
import { client, transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { AdminFailure } from "./AdminTools.tsx";
import { useAgents } from "./useAgents.ts";

const authoring = authoringClient(transport);

/** A new tool, or one that is changed: a workspace's own, or what it changes of one in code. */
export function EditTool(): ReactNode {
  const words = useWords();
  const { slug } = useParams();
  const navigate = useNavigate();
  const { tool, failure, retry } = useAuthoredTool(slug);
  const tools = useListings();
  const agents = useAgents() ?? [];
  const [isUnsaved, setUnsaved] = useState(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  const title = tool?.name ?? words["admin.tools.new"];
  const [created, setCreated] = useState<AuthoredTool>();
  useEffect(() => {
    // Once nothing is left to save, so that nobody is asked whether to leave.
    if (created && !isUnsaved)
      void navigate(`/admin/tools/${encodeURIComponent(created.slug)}/edit`, { replace: true });
  }, [created, isUnsaved, navigate]);
  return (
    <section className="site-admin" aria-busy={(slug !== undefined && !tool && !failure) || undefined}>
      <title>{pageTitle(title)}</title>
      <nav className="site-admin-back" aria-label={words["admin.tools"]}>
        <Link to={tool && tool.kind !== "tenant_custom" ? "/admin/tools?tab=code" : "/admin/tools"}>
          <ArrowLeft size={16} aria-hidden />
          {words["admin.tools"]}
        </Link>
        {tool?.isOn && <Link to={`/tools/${encodeURIComponent(tool.slug)}`}>{words["admin.tools.open"]}</Link>}
      </nav>
      <h1 dir="auto">{title}</h1>
      {failure && <AdminFailure failure={failure} onRetry={retry} />}
      {blocker.state === "blocked" && (
        <div className="site-message" role="alertdialog" aria-label={words["admin.leave"]}>
          <h2>{words["admin.leave"]}</h2>
          <p>{words["admin.leave.help"]}</p>
          <div className="site-admin-acts">
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever is stopped goes on from here */}
            <button type="button" className="site-action" autoFocus onClick={() => blocker.reset()}>
              {words["admin.leave.stay"]}
            </button>
            <button type="button" className="site-quiet" onClick={() => blocker.proceed()}>
              {words["admin.leave.go"]}
            </button>
          </div>
        </div>
      )}
      {slug === undefined && (
        <ToolEditor
          mode="create"
          client={authoring}
          tools={tools}
          agents={agents}
          onSaved={setCreated}
          onUnsavedChange={setUnsaved}
        />
      )}
      {tool && (
        <ToolEditor
          key={tool.slug}
          mode="edit"
          tool={tool}
          client={authoring}
          tools={tools}
          agents={agents}
          onUnsavedChange={setUnsaved}
        />
      )}
    </section>
  );
}

function useAuthoredTool(slug: string | undefined) {
  const [state, setState] = useState<{ tool?: AuthoredTool; failure?: ToolClientError }>({});
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (slug === undefined) return undefined;
    const stop = new AbortController();
    authoring.get(slug, { signal: stop.signal }).then(
      (tool) => setState({ tool }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        if (!(error instanceof ToolClientError)) throw error;
        setState({ failure: error });
      },
    );
    return () => {
      stop.abort();
      setState({});
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new turn asks for another read
  }, [slug, turn]);
  return { ...state, retry: () => setTurn((now) => now + 1) };
}

/** The tools that there are; none where they cannot be read, which the library says. */
function useListings(): ToolListing[] {
  const [tools, setTools] = useState<ToolListing[]>([]);
  useEffect(() => {
    let isCurrent = true;
    client.tools().then(
      (found) => isCurrent && setTools(found),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return tools;
}
