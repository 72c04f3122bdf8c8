import { authoringClient, type AuthoredTool } from "@callboard/core/client";
import { ToolIcon } from "@callboard/react";
import { Plus } from "lucide-react";
import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { AdminFailure } from "./AdminFailure.tsx";
import { AdminNav } from "./AdminNav.tsx";
import { useProblem } from "./useProblem.ts";
import { useRead } from "./useRead.ts";

const authoring = authoringClient(transport);
const readTools = (signal: AbortSignal) => authoring.list({ signal });
const TABS = ["own", "code"] as const;
type Tab = (typeof TABS)[number];

/** The tools of a workspace for whoever runs it: those that it has written, and those in code, which it switches. */
export function AdminTools(): ReactNode {
  const words = useWords();
  const id = useId();
  const [search, setSearch] = useSearchParams();
  const tab: Tab = search.get("tab") === "code" ? "code" : "own";
  const { value: tools, failure, again, replace } = useRead(readTools);
  const underway = useRef(new Set<string>());
  const { problem, attempt } = useProblem();
  const shown = tools?.filter(({ kind }) => (kind === "tenant_custom") === (tab === "own"));
  const open = (next: Tab) =>
    setSearch(next === "own" ? {} : { tab: next }, { replace: true, preventScrollReset: true });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    const other = tab === "own" ? "code" : "own";
    open(other);
    document.getElementById(`${id}-${other}`)?.focus();
  };
  const toggle = async (tool: AuthoredTool) => {
    const { slug } = tool;
    // Until the server has answered, nobody knows the revision that a second change would be made to.
    if (underway.current.has(slug)) return;
    underway.current.add(slug);
    const show = (changed: AuthoredTool) => replace((all) => all.map((each) => (each.slug === slug ? changed : each)));
    // The switch moves at once, and back where the server refuses.
    show({ ...tool, isOn: !tool.isOn });
    let shown = tool;
    try {
      await attempt(async () => {
        shown = await authoring.update(slug, tool.revision, { enabled: !tool.isOn });
      });
    } finally {
      show(shown);
      underway.current.delete(slug);
    }
    // Somebody else may have changed it.
    if (shown === tool) again();
  };
  return (
    <section className="site-admin" aria-busy={(tools === undefined && !failure) || undefined}>
      <title>{pageTitle(words["admin.tools"])}</title>
      <AdminNav />
      <header className="site-admin-head">
        <div>
          <h1>{words["admin.tools"]}</h1>
          <p>{words["admin.tools.lead"]}</p>
        </div>
        <Link className="site-action" to="/admin/tools/new">
          <Plus size={16} aria-hidden />
          {words["admin.tools.new"]}
        </Link>
      </header>
      <div className="site-tabs" role="tablist" aria-label={words["admin.tools"]}>
        {TABS.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`${id}-${each}`}
            aria-selected={each === tab}
            aria-controls={`${id}-panel`}
            tabIndex={each === tab ? 0 : -1}
            onClick={() => open(each)}
            onKeyDown={onKeyDown}
          >
            {words[each === "own" ? "admin.tools.own" : "admin.tools.code"]}
            {tools && <span>{tools.filter(({ kind }) => (kind === "tenant_custom") === (each === "own")).length}</span>}
          </button>
        ))}
      </div>
      {problem !== undefined && (
        <p className="site-admin-problem" role="alert" dir="auto">
          {problem}
        </p>
      )}
      {failure && <AdminFailure of="admin" failure={failure} onRetry={again} />}
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
        {shown?.length === 0 && tab === "own" && (
          <div className="site-message">
            <h2>{words["admin.tools.empty"]}</h2>
            <p>{words["admin.tools.empty.help"]}</p>
            <Link className="site-action" to="/admin/tools/new">
              {words["admin.tools.new"]}
            </Link>
          </div>
        )}
        {shown && shown.length > 0 && (
          <ul className="site-admin-list">
            {shown.map((tool) => (
              <li key={tool.slug}>
                <ToolIcon name={tool.icon} size={18} />
                <Link to={`/admin/tools/${encodeURIComponent(tool.slug)}/edit`} dir="auto">
                  {tool.name}
                </Link>
                <span className="site-admin-facts">
                  <bdi>{tool.category}</bdi>
                  {tool.origin === "system" && <span>{words["admin.tools.system"]}</span>}
                  {tool.changed.length > 0 && <span>{words["admin.tools.changed"]}</span>}
                  {tool.permissionPolicy === "always_ask" && <span>{words["admin.tools.asks"]}</span>}
                </span>
                <label className="site-switch">
                  <input
                    type="checkbox"
                    role="switch"
                    checked={tool.isOn}
                    aria-checked={tool.isOn}
                    onChange={() => void toggle(tool)}
                    aria-label={words["admin.tools.switch"].replace("{name}", tool.name)}
                  />
                  <span aria-hidden>{words[tool.isOn ? "admin.tools.on" : "admin.tools.off"]}</span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
