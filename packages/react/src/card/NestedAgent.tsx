"use client";
import { memo, useId, useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useWaitingBelow } from "../timeline/useApprovals.ts";
import { useAgent } from "../timeline/useNode.ts";
import { useOpen } from "../timeline/useOpen.ts";
import { AgentItems } from "./AgentItems.tsx";
import { Doing } from "./CallRow.tsx";
import { callStatusIcon } from "./callStatusIcon.tsx";
import { chevron } from "./chevron.tsx";
import { revealAsk } from "./revealAsk.ts";
import { StopButton, stopProblem, useStop } from "./StopButton.tsx";
import { waitingStatus, waitingWords } from "./waitingWords.ts";
import { cardEnglish } from "../messages/en.ts";

/**
 * One of several agents that a call started: its row, and below it its items. It opens by itself where it was first
 * seen at work or interrupted; afterwards only the reader opens and closes it.
 */
export const NestedAgent = memo(function NestedAgent({
  agentId,
  callId,
}: {
  agentId: string;
  callId: string;
}): ReactNode {
  const { t, timeline } = useKit(cardEnglish);
  const agent = useAgent(agentId);
  const [opensByItself] = useState(agent?.status === "running" || agent?.status === "interrupted");
  const [open, setOpen] = useOpen(agentId, opensByItself);
  const waiting = useWaitingBelow(agentId);
  const bodyId = useId();
  const stop = useStop({ agentId }, callId, agent?.status !== "running");
  if (!agent) return null;
  const name = agent.name ?? t("agent.sub");
  return (
    <div className="cb-agent" data-node={agentId} data-status={waiting ? "waiting" : agent.status}>
      <div className="cb-call-header" data-stops={stop !== undefined || undefined}>
        <button
          type="button"
          className="cb-call-toggle cb-agent-row"
          data-row=""
          tabIndex={-1}
          aria-expanded={open}
          aria-controls={open ? bodyId : undefined}
          onClick={({ currentTarget }) => {
            setOpen(!open);
            if (!open) revealAsk(timeline, agentId, currentTarget);
          }}
        >
          {callStatusIcon(waiting ? waitingStatus(waiting) : agent.status)}
          <span className="cb-call-name">{name}</span>
          {open ? <span className="cb-call-summary">{agent.description}</span> : <Doing agent={agent} />}
          <span className="cb-call-status" data-waiting={waiting !== null || undefined}>
            {waiting ? waitingWords(waiting, t) : t(`agent.status.${agent.status}`)}
          </span>
          {chevron}
        </button>
        {stop && <StopButton stop={stop} name={name} />}
      </div>
      {stopProblem(stop)}
      {open && (
        <div id={bodyId} className="cb-agent-body">
          <AgentItems agentId={agentId} />
        </div>
      )}
    </div>
  );
});
