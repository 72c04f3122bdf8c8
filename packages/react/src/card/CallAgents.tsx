"use client";
import type { CallView } from "@callboard/core";
import { useContext, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { AgentItems } from "./AgentItems.tsx";
import { NestedAgent } from "./NestedAgent.tsx";
import { NestingContext } from "./callSlot.ts";
import { Lanes } from "./Lanes.tsx";
import { cardEnglish } from "../messages/en.ts";

export interface CallAgentsProps {
  call: CallView;
  name: string;
}

/** What the agents of a call did, along one guide. Of one agent its row is the call's; several have a row each. */
export function CallAgents({ call, name }: CallAgentsProps): ReactNode {
  const { t } = useKit(cardEnglish);
  const nesting = useContext(NestingContext);
  const { agents } = call;
  const [only] = agents;
  if (only === undefined) return null;
  return (
    <NestingContext.Provider value={nesting + 1}>
      <div className="cb-nest" role="group" aria-label={t("call.agents", { name })}>
        {agents.length === 1 ? (
          <AgentItems agentId={only} />
        ) : (
          <Lanes id={`lanes:${call.id}`} rows={agents}>
            {agents.map((agentId) => (
              <NestedAgent key={agentId} agentId={agentId} callId={call.id} />
            ))}
          </Lanes>
        )}
      </div>
    </NestingContext.Provider>
  );
}
