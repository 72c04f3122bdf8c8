"use client";
import type { AgentView } from "@callboard/core";
import { ChevronRight } from "lucide-react";
import { memo, useId, type ReactNode } from "react";
import { CallStatusIcon } from "../call/CallStatusIcon.tsx";
import { toolWords } from "../call/toolWords.ts";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { AgentItems } from "./AgentItems.tsx";
import { useWaitingBelow } from "./useApprovals.ts";
import { useKept } from "./useKept.ts";
import { useAgent, useCall } from "./useNode.ts";

/**
 * A sub-agent: one row with its name, its state and what it is doing, and below it what it said and did. It is open where it was seen at work or was interrupted,
 * and from then on as the reader leaves it.
 */
export const NestedAgent = memo(function NestedAgent({ agentId }: { agentId: string }): ReactNode {
  const { t } = useCallboard();
  const agent = useAgent(agentId);
  const [open, setOpen] = useKept(`open:${agentId}`, agent?.status === "running" || agent?.status === "interrupted");
  const waiting = useWaitingBelow(agentId);
  const bodyId = useId();
  if (!agent) return null;
  // Where the ask itself is hidden, the row that hides it says so.
  const asks = waiting && !open;
  return (
    <div className="cb-agent" data-node={agentId} data-status={asks ? "waiting" : agent.status}>
      <button
        type="button"
        className="cb-call-toggle cb-agent-row"
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={() => setOpen(!open)}
      >
        <CallStatusIcon status={asks ? "awaiting-approval" : agent.status} />
        <span className="cb-call-name">{agent.name ?? t("agent.sub")}</span>
        {!open && <Doing agent={agent} />}
        <span className="cb-call-status">{t(asks ? "agent.status.waiting" : `agent.status.${agent.status}`)}</span>
        <ChevronRight className="cb-call-chevron" size={16} aria-hidden="true" />
      </button>
      <div id={bodyId} className="cb-agent-body" hidden={!open}>
        {open && <AgentItems agentId={agentId} />}
      </div>
    </div>
  );
});

/** What an agent is doing now, or why it ended as it did, in a few words. */
function Doing({ agent }: { agent: AgentView }): ReactNode {
  const { t } = useCallboard();
  const last = agent.items.at(-1);
  if (agent.status === "failed") return <Words>{agent.error?.message ?? t("agent.end.failed")}</Words>;
  if (agent.status !== "running") return <Words>{agent.reason ?? agent.description}</Words>;
  if (!last) return <Words>{t("agent.doing.starting")}</Words>;
  if (last.kind === "call") return <DoingCall callId={last.id} />;
  return <Words>{t(last.kind === "text" ? "agent.doing.writing" : "agent.doing.thinking")}</Words>;
}

function DoingCall({ callId }: { callId: string }): ReactNode {
  const call = useCall(callId);
  if (!call) return null;
  const name = call.title ?? toolWords(call.tool);
  return <Words>{call.summary ? `${name} · ${call.summary}` : name}</Words>;
}

function Words({ children }: { children: string | null }): ReactNode {
  return children ? <span className="cb-call-summary">{children}</span> : null;
}
