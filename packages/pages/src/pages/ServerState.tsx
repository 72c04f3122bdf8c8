import type { McpServerListing } from "@callboard/core/client";
import { CircleCheck, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../shell/LanguageProvider.tsx";
import { Moment } from "./Moment.tsx";

const AWAY = { "sign-in": "servers.away.signIn", address: "servers.away.address", away: "servers.away.else" } as const;

/** How a server stands, in words: connected, or away and why, with what was met folded below. */
export function ServerState({ of }: { of: McpServerListing }): ReactNode {
  const words = useWords();
  const { isConnected, maySignIn, problem, nextTryAt } = of;
  const Icon = isConnected ? CircleCheck : CircleAlert;
  return (
    <div className="site-server-state">
      <p data-state={isConnected ? "connected" : "away"}>
        <Icon size={16} aria-hidden />
        {words[isConnected ? "servers.connected" : "servers.away"]}
      </p>
      {problem && (
        <>
          <p>
            {words[problem.code === "sign-in" && !maySignIn ? "servers.away.header" : AWAY[problem.code]]}
            {nextTryAt !== null && (
              <>
                {" "}
                {words["servers.next"]} <Moment at={nextTryAt} isExact />
              </>
            )}
          </p>
          <details>
            <summary>{words["servers.said"]}</summary>
            <pre dir="auto">{problem.said}</pre>
          </details>
        </>
      )}
    </div>
  );
}
