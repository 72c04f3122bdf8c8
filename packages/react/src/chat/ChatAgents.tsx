"use client";
import type { AgentListing, Timeline } from "@callboard/core";
import { ChevronDown } from "lucide-react";
import { createContext, useCallback, useContext, useId, type ReactNode } from "react";
import { chatEnglish } from "../messages/chatEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useTimeline } from "../timeline/useNode.ts";
import { useTimelineValue } from "../timeline/useTimelineValue.ts";

/** Whether several agents may answer in a chat, so that each answer says whose it is. */
export const SeveralAgentsContext = createContext(false);

/** What an agent is called: the default one has a word of the reader's language. */
function useAgentName(): (agent: Pick<AgentListing, "name" | "isDefault">) => string {
  const { t } = useKit(chatEnglish);
  return ({ name, isDefault }) => (isDefault ? t("chat.agent.default") : name);
}

interface AgentSelectProps {
  agents: readonly AgentListing[];
  /** The slug of the chosen one. */
  value: string | undefined;
  onChange: (slug: string) => void;
}

/** Chooses who answers, before a chat begins. */
export function AgentSelect({ agents, value, onChange }: AgentSelectProps): ReactNode {
  const { t } = useKit(chatEnglish);
  const nameOf = useAgentName();
  const id = useId();
  const chosen = agents.find(({ slug }) => slug === value);
  const about = chosen?.description;
  return (
    <div className="cb-agent-select">
      <div className="cb-agent-select-box">
        <label htmlFor={id}>{t("chat.agent")}</label>
        <select
          id={id}
          value={value}
          aria-describedby={about ? `${id}-about` : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {agents.map((agent) => (
            <option key={agent.slug} value={agent.slug}>
              {nameOf(agent)}
            </option>
          ))}
        </select>
        <ChevronDown size={14} aria-hidden />
      </div>
      {about && (
        <p id={`${id}-about`} dir="auto">
          {about}
        </p>
      )}
    </div>
  );
}

/** Whose answer follows, where it may be one of several agents'. */
export function AnsweringAgent({ agentId }: { agentId: string }): ReactNode {
  const { t } = useKit(chatEnglish);
  const isOneOfSeveral = useContext(SeveralAgentsContext);
  const timeline = useTimeline();
  const name = useTimelineValue(
    timeline,
    useCallback(
      (from: Timeline) => {
        const agent = from.getNode(agentId);
        return agent?.kind === "agent" ? agent.name : null;
      },
      [agentId],
    ),
  );
  if (!isOneOfSeveral) return null;
  return <p className="cb-turn-agent">{t("chat.agent.answers", { name: name ?? t("chat.agent.default") })}</p>;
}
