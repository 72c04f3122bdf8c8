"use client";
import type { AgentListing } from "@callboard/core";
import { ChevronDown } from "lucide-react";
import { createContext, useId, type ReactNode } from "react";
import { chatEnglish } from "../messages/chatEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useAgent } from "../timeline/useNode.ts";

/** Whether several agents may answer in a chat, so that each answer says whose it is. */
export const SeveralAgentsContext = createContext(false);

interface AgentSelectProps {
  agents: readonly AgentListing[];
  /** The slug of the chosen one. */
  value: string | undefined;
  onChange: (slug: string) => void;
}

/** Chooses who answers, before an agent has answered in a chat. */
export function AgentSelect({ agents, value, onChange }: AgentSelectProps): ReactNode {
  const { t } = useKit(chatEnglish);
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
              {agent.isDefault ? t("chat.agent.default") : agent.name}
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

/** Whose answer follows, in a chat of several agents. */
export function AnsweringAgent({ agentId }: { agentId: string }): ReactNode {
  const { t } = useKit(chatEnglish);
  const name = useAgent(agentId)?.name;
  return <p className="cb-turn-agent">{t("chat.agent.answers", { name: name ?? t("chat.agent.default") })}</p>;
}
