import { mcpServersClient, type McpServerDetail, type McpServerTool } from "@callboard/core/client";
import { formatDuration } from "@callboard/react";
import { ArrowLeft } from "lucide-react";
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { transport } from "../client.ts";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { Moment } from "./Moment.tsx";
import { ServerOffers } from "./ServerOffers.tsx";
import { ServerSignIn, SignedIn } from "./ServerSignIn.tsx";
import { ServerState } from "./ServerState.tsx";
import { endOf } from "./Servers.tsx";
import { useRead } from "./useRead.ts";
import { useStepFocus } from "./useStepFocus.ts";

const servers = mcpServersClient(transport);
/** How often a page asks again about a server that is away. */
const AGAIN_MS = 5_000;

/** One MCP server: how it stands, its tools and their use, and what was left out of its list. */
export function ServerPage(): ReactNode {
  const { name = "" } = useParams();
  const words = useWords();
  const read = useCallback((signal: AbortSignal) => servers.read(name, { signal }), [name]);
  const { value: server, failure, again, replace } = useRead(read);
  const isAway = server && !server.isConnected;
  useEffect(() => {
    if (!isAway) return undefined;
    const timer = setInterval(() => document.visibilityState === "visible" && again(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAway, again]);
  const end = failure && endOf(failure, words);
  return (
    <section className="site-admin site-server" aria-busy={(!server && !failure) || undefined}>
      <title>{pageTitle(server?.title ?? words.servers)}</title>
      <div className="site-admin-back">
        <Link to="/servers">
          <ArrowLeft size={16} aria-hidden />
          {words["servers.title"]}
        </Link>
      </div>
      {failure && (
        <div className="site-message" role="alert">
          <h2>{end?.title ?? words["publishing.unread"]}</h2>
          <p>{end?.help ?? failure.message}</p>
          {!end && (
            <button type="button" className="site-quiet" onClick={again}>
              {words["publishing.retry"]}
            </button>
          )}
        </div>
      )}
      {server && (
        <>
          <ServerHead server={server} onChange={again} />
          <ServerTools server={server} again={again} replace={replace} />
          <Refused server={server} />
          {server.isConnected && <ServerOffers key={server.connectedAt} name={server.name} />}
        </>
      )}
    </section>
  );
}

function ServerHead({ server, onChange }: { server: McpServerDetail; onChange(): void }): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const { name, title, place, about, connectedAt, hasSecrets, isAdded, hasSession } = server;
  const [underway, setUnderway] = useState<"test" | "remove">();
  const [isSure, setSure] = useState(false);
  const [problem, setProblem] = useState<string>();
  const acts = useRef<HTMLDivElement>(null);
  useStepFocus(acts, String(isSure));
  const act = async (kind: "test" | "remove", work: () => Promise<unknown>) => {
    if (underway) return;
    setUnderway(kind);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setUnderway(undefined);
    }
  };
  const test = () => act("test", async () => (await servers.test(name), onChange()));
  const remove = () => act("remove", async () => (await servers.remove(name), await navigate("/servers")));
  const facts: [string, ReactNode][] = [];
  if (about) {
    if (about.name !== "")
      facts.push([words["servers.about"], <bdi key="about">{`${about.name} ${about.version}`}</bdi>]);
    facts.push([words["servers.revision"], <bdi key="revision">{about.revision}</bdi>]);
  }
  if (connectedAt !== null) facts.push([words["servers.since"], <Moment key="since" at={connectedAt} />]);
  if (hasSecrets) facts.push([words["servers.secrets"], words["servers.secrets.kept"]]);
  return (
    <article className="site-published" aria-label={title}>
      <header>
        <h1 dir="auto">{title}</h1>
        <p>
          <bdi dir="ltr">{place}</bdi>
        </p>
      </header>
      <ServerState of={server} />
      {(facts.length > 0 || server.signedIn) && (
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {server.signedIn && <SignedIn signedIn={server.signedIn} />}
        </dl>
      )}
      <ServerSignIn of={server} onChange={onChange} />
      {problem !== undefined && (
        <p className="site-admin-problem" role="alert">
          {problem}
        </p>
      )}
      <div ref={acts} className="site-published-acts">
        {isSure ? (
          <>
            <p>{words["servers.remove.help"]}</p>
            <button type="button" className="site-action" onClick={() => void remove()}>
              {words["servers.remove.sure"]}
            </button>
            <button type="button" className="site-quiet" data-step="" onClick={() => setSure(false)}>
              {words["publishing.cancel"]}
            </button>
          </>
        ) : (
          <>
            <button
              type="button"
              className={server.maySignIn && server.problem?.code === "sign-in" ? "site-quiet" : "site-action"}
              aria-busy={underway === "test" || undefined}
              onClick={() => void test()}
            >
              {words["servers.test"]}
            </button>
            {hasSession && (
              <a className="site-quiet" href={`/api/mcp/servers/${encodeURIComponent(name)}/session`} download>
                {words["servers.save"]}
              </a>
            )}
            {isAdded && (
              <button type="button" className="site-quiet" data-step="" onClick={() => setSure(true)}>
                {words["servers.remove"]}
              </button>
            )}
          </>
        )}
      </div>
    </article>
  );
}

interface ServerToolsProps {
  server: McpServerDetail;
  again(): void;
  replace(next: (server: McpServerDetail) => McpServerDetail): void;
}

function ServerTools({ server, again, replace }: ServerToolsProps): ReactNode {
  const words = useWords();
  const underway = useRef(new Set<string>());
  const [problem, setProblem] = useState<string>();
  const { toolList, days } = server;
  const toggle = async ({ name, isOn }: McpServerTool) => {
    if (underway.current.has(name)) return;
    underway.current.add(name);
    setProblem(undefined);
    // The switch moves at once, and back where the host refuses.
    replace((now) => ({
      ...now,
      toolList: now.toolList.map((each) => (each.name === name ? { ...each, isOn: !isOn } : each)),
    }));
    try {
      await servers.switchTool(server.name, name, !isOn);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      underway.current.delete(name);
      again();
    }
  };
  if (toolList.length === 0) return null;
  return (
    <div className="site-server-part">
      <h2>{words["servers.tools"]}</h2>
      <p>{words["servers.days"].replace("{days}", String(days))}</p>
      {problem !== undefined && (
        <p className="site-admin-problem" role="alert">
          {problem}
        </p>
      )}
      <ul className="site-server-tools">
        {toolList.map((tool) => (
          <li key={tool.name}>
            <div>
              {tool.isOn ? (
                <Link to={`/tools/${encodeURIComponent(tool.slug)}`} dir="auto">
                  {tool.title}
                </Link>
              ) : (
                <span dir="auto">{tool.title}</span>
              )}
              <ToolUse of={tool} />
            </div>
            <label className="site-switch">
              <input
                type="checkbox"
                role="switch"
                checked={tool.isOn}
                aria-checked={tool.isOn}
                onChange={() => void toggle(tool)}
                aria-label={words["admin.tools.switch"].replace("{name}", tool.title)}
              />
              <span aria-hidden>{words[tool.isOn ? "admin.tools.on" : "admin.tools.off"]}</span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ToolUse({ of: { calls, errors, p95, by } }: { of: McpServerTool }): ReactNode {
  const words = useWords();
  const locale = localeOf(useShownLanguage());
  if (calls === 0) return <p className="site-server-use">{words["servers.unused"]}</p>;
  const number = new Intl.NumberFormat(locale);
  const facts: [string, ReactNode][] = [
    [words["servers.calls"], number.format(calls)],
    [words["servers.errors"], number.format(errors)],
  ];
  if (p95 !== null) facts.push([words["servers.p95"], formatDuration(p95, locale)]);
  const people = by.map(({ userId, calls: count }) => (
    <span key={userId ?? ""}>
      <bdi>{userId ?? words["servers.nobody"]}</bdi> {number.format(count)}
    </span>
  ));
  facts.push([
    words["servers.by"],
    <span key="by" className="site-server-people">
      {people}
    </span>,
  ]);
  return (
    <dl className="site-server-use">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const LEFT_OUT = {
  twice: "servers.refused.twice",
  beyond: "servers.refused.beyond",
  long: "servers.refused.long",
  unusable: "servers.refused.unusable",
} as const;

function Refused({ server: { refusedList } }: { server: McpServerDetail }): ReactNode {
  const words = useWords();
  if (refusedList.length === 0) return null;
  return (
    <div className="site-server-part">
      <h2>{words["servers.refused"]}</h2>
      <ul className="site-server-refused">
        {refusedList.map(({ tool, code, said }, place) => (
          // A name may be refused twice.
          <li key={`${place} ${tool}`}>
            <bdi>{tool}</bdi>
            <p>{words[LEFT_OUT[code]]}</p>
            <details>
              <summary>{words["servers.said"]}</summary>
              <pre dir="auto">{said}</pre>
            </details>
          </li>
        ))}
      </ul>
    </div>
  );
}
