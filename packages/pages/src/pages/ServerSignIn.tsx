import { mcpServersClient, type McpServerListing, type McpSignIn } from "@callboard/core/client";
import { fillTemplate } from "@callboard/core/host";
import { useRef, useState, type ReactNode } from "react";
import { transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { Moment } from "./Moment.tsx";
import { useStepFocus } from "./useStepFocus.ts";

const servers = mcpServersClient(transport);

export interface ServerSignInProps {
  of: McpServerListing;
  /** Called once somebody is signed out. */
  onChange?(): void;
}

/**
 * Signing in to a server, and out of it. Where somebody would sign in is shown before it opens, by its whole host; what
 * signing out does is said before it is done.
 */
export function ServerSignIn({ of, onChange = () => {} }: ServerSignInProps): ReactNode {
  const words = useWords();
  const { name, maySignIn, signedIn, problem } = of;
  const [leads, setLeads] = useState<McpSignIn>();
  const [isSure, setSure] = useState(false);
  const [isUnderway, setUnderway] = useState(false);
  const [failure, setFailure] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  useStepFocus(box, `${leads?.host} ${isSure} ${signedIn?.at}`);
  const asks = maySignIn && problem?.code === "sign-in";
  if (!asks && !signedIn) return null;
  const act = async (work: () => Promise<unknown>) => {
    if (isUnderway) return;
    setUnderway(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setUnderway(false);
    }
  };
  const begin = () => act(async () => setLeads(await servers.signIn(name)));
  const end = () =>
    act(async () => {
      await servers.signOut(name);
      setSure(false);
      onChange();
    });
  const goes = leads && /^https?:\/\//.test(leads.url) ? leads : undefined;
  return (
    <div ref={box} className="site-published-acts">
      {failure !== undefined && (
        <p className="site-admin-problem" role="alert" dir="auto">
          {failure}
        </p>
      )}
      {goes ? (
        <>
          <p>{fillTemplate(words["servers.signIn.leads"], { host: goes.host })}</p>
          <a className="site-action" href={goes.url} rel="noreferrer" data-step="">
            {fillTemplate(words["servers.signIn.go"], { host: goes.host })}
          </a>
          <button type="button" className="site-quiet" onClick={() => setLeads(undefined)}>
            {words["publishing.cancel"]}
          </button>
        </>
      ) : isSure ? (
        <>
          <p>{words["servers.signOut.help"]}</p>
          <button
            type="button"
            className="site-action"
            data-step=""
            aria-busy={isUnderway || undefined}
            onClick={() => void end()}
          >
            {words["servers.signOut.sure"]}
          </button>
          <button type="button" className="site-quiet" onClick={() => setSure(false)}>
            {words["publishing.cancel"]}
          </button>
        </>
      ) : (
        <>
          {maySignIn && (
            <button
              type="button"
              className={asks ? "site-action" : "site-quiet"}
              data-step=""
              aria-busy={isUnderway || undefined}
              onClick={() => void begin()}
            >
              {words[signedIn ? "servers.signIn.again" : "servers.signIn"]}
            </button>
          )}
          {signedIn && (
            <button type="button" className="site-quiet" onClick={() => setSure(true)}>
              {words["servers.signOut"]}
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** Who signed in to a server, where and when: an entry of a list of facts. */
export function SignedIn({
  signedIn: { by, at, issuer },
}: {
  signedIn: NonNullable<McpServerListing["signedIn"]>;
}): ReactNode {
  const words = useWords();
  return (
    <div>
      <dt>{words["servers.signedIn"]}</dt>
      <dd>
        <bdi>{by ?? words["servers.nobody"]}</bdi> {fillTemplate(words["servers.signedIn.at"], { host: issuer })} ·{" "}
        <Moment at={at} />
      </dd>
    </div>
  );
}
