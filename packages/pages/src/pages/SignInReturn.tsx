import { mcpServersClient } from "@callboard/core/client";
import { ToolClientError } from "@callboard/core";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { endOf } from "./Servers.tsx";

const servers = mcpServersClient(transport);

const HELP: Readonly<Record<string, "servers.signIn.declined.help" | "servers.signIn.unknown" | undefined>> = {
  sign_in_declined: "servers.signIn.declined.help",
  sign_in_not_found: "servers.signIn.unknown",
};

/** Where people come back to from signing in to a server: hands on what they bring, and shows the server. */
export function SignInReturn(): ReactNode {
  const words = useWords();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<ToolClientError>();
  const isSent = useRef(false);
  useEffect(() => {
    // What they bring counts once, and stays in no history.
    if (isSent.current) return;
    isSent.current = true;
    window.history.replaceState(window.history.state, "", window.location.pathname);
    servers.finishSignIn(search.slice(1)).then(
      ({ name }) => void navigate(`/servers/${encodeURIComponent(name)}`, { replace: true }),
      (error: unknown) => {
        if (!(error instanceof ToolClientError)) throw error;
        setFailure(error);
      },
    );
  }, [search, navigate]);
  const isDeclined = failure?.code === "sign_in_declined";
  const end = failure && endOf(failure, words);
  return (
    <section className="site-admin" aria-busy={!failure || undefined}>
      <title>{pageTitle(words["servers.signIn"])}</title>
      {failure ? (
        <div className="site-message" role="alert">
          <h1>{end?.title ?? words[isDeclined ? "servers.signIn.declined" : "servers.signIn.failed"]}</h1>
          <p>{end?.help ?? words[HELP[failure.code] ?? "servers.signIn.failed.help"]}</p>
          {!end && !HELP[failure.code] && (
            <details>
              <summary>{words["servers.said"]}</summary>
              <pre dir="auto">{failure.message}</pre>
            </details>
          )}
          <Link className="site-quiet" to="/servers">
            {words["servers.title"]}
          </Link>
        </div>
      ) : (
        <p role="status">{words["servers.signIn.underway"]}</p>
      )}
    </section>
  );
}
