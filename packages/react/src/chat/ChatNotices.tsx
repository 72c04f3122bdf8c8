"use client";
import type { AgentStatus, Timeline } from "@callboard/core";
import { Hand } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import type { Ask } from "../timeline/askIndex.ts";
import { useApprovals } from "../timeline/useApprovals.ts";
import { useTimeline } from "../timeline/useNode.ts";
import { useTimelineValue } from "../timeline/useTimelineValue.ts";

/** Says that calls wait for an answer, wherever they are, and leads to the first. */
export function WaitingNotice({ within }: { within: RefObject<HTMLElement | null> }): ReactNode {
  const { t } = useCallboard();
  const { asks } = useApprovals();
  const first = asks[0];
  if (!first) return null;
  return (
    <div className="cb-chat-waiting">
      <Hand size={16} aria-hidden />
      <span>{t("chat.waiting", { count: asks.length })}</span>
      <button type="button" className="cb-inline-button" onClick={() => reveal(first, within.current)}>
        {t("chat.waiting.show")}
      </button>
    </div>
  );
}

/** Scrolls to an ask; where it stands in rows that are closed, to the outermost of them, opened. */
function reveal(ask: Ask, within: HTMLElement | null): void {
  const nodeOf = (id: string) => within?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`);
  for (const id of [...ask.path, ask.callId]) {
    const closed = nodeOf(id)?.querySelector<HTMLElement>(":scope > .cb-agent-row[aria-expanded=false]");
    closed?.click();
  }
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const go = () => {
    const found = [ask.callId, ...[...ask.path].reverse()].map(nodeOf).find(Boolean);
    found?.scrollIntoView({ block: "center", behavior: calm ? "auto" : "smooth" });
  };
  // What was opened just now is there in the next frame; what layout had skipped has its real size a frame after it came into sight.
  requestAnimationFrame(() => {
    go();
    requestAnimationFrame(() => requestAnimationFrame(go));
  });
}

interface LastTurn {
  status: AgentStatus;
  id: string;
}

/** Says how a turn goes, once at each change, and nothing of what streams. */
export function ChatAnnouncer(): ReactNode {
  const { t } = useCallboard();
  const timeline = useTimeline();
  const last = useTimelineValue(
    timeline,
    lastTurn,
    (one, other) => one?.id === other?.id && one?.status === other?.status,
  );
  const { asks } = useApprovals();
  const ask = asks.at(-1);
  const words = ask
    ? t("chat.announce.waiting", { name: ask.call.title ?? ask.call.tool })
    : last
      ? t(last.status === "running" ? "chat.announce.working" : `chat.announce.${last.status}`)
      : "";
  return (
    <p className="cb-visually-hidden" role="status" data-announcer="">
      {words}
    </p>
  );
}

function lastTurn(timeline: Timeline): LastTurn | null {
  const id = timeline.getRoot().agents.at(-1);
  const agent = id === undefined ? undefined : timeline.getNode(id);
  return agent?.kind === "agent" ? { id: agent.id, status: agent.status } : null;
}
