import { authoringClient, type AuthoredTool } from "@callboard/core/client";
import { ToolEditor } from "@callboard/react";
import { ArrowLeft } from "lucide-react";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { Link, useBlocker, useNavigate, useParams } from "react-router";
import { client, transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { AdminFailure } from "./AdminFailure.tsx";
import { useAgents } from "./useAgents.ts";
import { useRead } from "./useRead.ts";

const authoring = authoringClient(transport);
const readListings = () => client.tools();

/** A new tool, or one that is changed: a workspace's own, or what it changes of one in code. */
export function EditTool(): ReactNode {
  const words = useWords();
  const { slug } = useParams();
  const navigate = useNavigate();
  const { tool, failure, retry } = useAuthoredTool(slug);
  // Without the list nothing is offered to choose from; the library says why it cannot be read.
  const { value: tools = [] } = useRead(readListings);
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
      {failure && <AdminFailure of="admin" failure={failure} onRetry={retry} />}
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
  const read = useCallback(
    async (signal: AbortSignal) => (slug === undefined ? undefined : authoring.get(slug, { signal })),
    [slug],
  );
  const { value: tool, failure, again } = useRead(read);
  return { tool, failure, retry: again };
}
