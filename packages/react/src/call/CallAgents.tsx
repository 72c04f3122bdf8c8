"use client";
import type { CallView } from "@callboard/core";
import { useContext, type ComponentType, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { NestedAgent } from "../timeline/NestedAgent.tsx";
import { CallSlot, NestingContext } from "./callSlot.ts";

export interface CallAgentsProps {
  call: CallView;
  name: string;
  /** What draws the calls of the agents. */
  card: ComponentType<{ callId: string }>;
}

/** The sub-agents that a call started, each a row that opens into what it says and does, along one guide. */
export function CallAgents({ call, name, card }: CallAgentsProps): ReactNode {
  const { t } = useCallboard();
  const nesting = useContext(NestingContext);
  if (call.agents.length === 0) return null;
  return (
    <CallSlot.Provider value={card}>
      <NestingContext.Provider value={nesting + 1}>
        <div className="cb-nest" role="group" aria-label={t("call.agents", { name })}>
          {call.agents.map((agentId) => (
            <NestedAgent key={agentId} agentId={agentId} />
          ))}
        </div>
      </NestingContext.Provider>
    </CallSlot.Provider>
  );
}
