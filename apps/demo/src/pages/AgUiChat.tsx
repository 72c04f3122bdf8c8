import "@callboard/core/zod-jitless";
import { HttpAgent, type AgentSubscriber, type Interrupt, type Message } from "@ag-ui/client";
import { Markdown, ToolCallCard, ToolProvider } from "@callboard/react";
import { useAgUiTimeline } from "@callboard/react/ag-ui";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { client as host } from "@callboard/pages";
import { loadChat, problemOf, saveChat, ScriptNote, Thought, WireChat, type Problem } from "./WireChat.tsx";

interface SavedChat {
  threadId: string;
  messages: Message[];
  pendingInterrupts: Interrupt[];
}

const KEY = "demo-ag-ui-chat";

function openAgent(): HttpAgent {
  const saved = loadChat<SavedChat>(KEY);
  const agent = new HttpAgent({
    url: "/api/chat/ag-ui",
    ...(saved && { threadId: saved.threadId, initialMessages: saved.messages }),
  });
  if (saved) agent.pendingInterrupts = saved.pendingInterrupts;
  return agent;
}

/**
 * An ordinary AG-UI chat: the client and the list of messages are the app's own, and each call in them is a card of
 * ours.
 */
export function AgUiChat(): ReactNode {
  const [agent, setAgent] = useState(openAgent);
  const { timeline, client: binding } = useAgUiTimeline(agent);
  const client = useMemo(() => ({ ...host, ...binding }), [binding]);
  const { messages, isRunning, problem } = useAgent(agent);

  const run = () => void agent.runAgent().catch(() => undefined);
  const onSend = (content: string) => {
    agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
    run();
  };
  const onNew = () => {
    localStorage.removeItem(KEY);
    setAgent(openAgent());
  };
  return (
    <ToolProvider timeline={timeline} client={client}>
      <WireChat
        kind="agUi"
        isEmpty={messages.length === 0}
        isRunning={isRunning}
        problem={problem}
        onSend={onSend}
        onStop={() => agent.abortRun()}
        onRetry={messages.at(-1)?.role === "user" ? run : undefined}
        onNew={onNew}
      >
        {messages.map((message) => (
          <ThreadMessage key={message.id} message={message} />
        ))}
      </WireChat>
    </ToolProvider>
  );
}

/** One message of the thread's own agent; what sub-agents say stands in the card of the call that started them. */
function ThreadMessage({ message }: { message: Message }): ReactNode {
  if ("subagentRunId" in message && message.subagentRunId !== undefined) return null;
  switch (message.role) {
    case "user":
      return (
        <li className="wire-message" data-role="user">
          <div dir="auto">{typeof message.content === "string" ? message.content : null}</div>
          {typeof message.content === "string" && <ScriptNote text={message.content} />}
        </li>
      );
    case "reasoning":
      return (
        <li className="wire-message" data-role="assistant">
          <Thought text={message.content} />
        </li>
      );
    case "assistant":
      return (
        <li className="wire-message" data-role="assistant">
          {typeof message.content === "string" && message.content !== "" && <Markdown text={message.content} />}
          {message.toolCalls?.map(({ id }) => (
            <ToolCallCard key={id} callId={id} />
          ))}
        </li>
      );
    default:
      return null;
  }
}

interface AgentState {
  agent: HttpAgent;
  messages: readonly Message[];
  isRunning: boolean;
  problem: Problem | null;
}

const stateOf = (agent: HttpAgent): AgentState => {
  const { messages, isRunning } = agent;
  return { agent, messages: [...messages], isRunning, problem: null };
};

/** The agent's state as React sees it, saved whenever a run ends or the page is left. */
function useAgent(agent: HttpAgent): AgentState {
  const [state, setState] = useState(() => stateOf(agent));
  if (state.agent !== agent) setState(stateOf(agent));
  useEffect(() => {
    const change = (part: Partial<AgentState>) =>
      setState((before) => (before.agent === agent ? { ...before, ...part } : before));
    const save = () => {
      const { threadId, pendingInterrupts } = agent;
      if (agent.messages.length > 0) saveChat(KEY, { threadId, messages: agent.messages, pendingInterrupts });
    };
    const subscriber: AgentSubscriber = {
      onMessagesChanged: () => change({ messages: [...agent.messages] }),
      onRunInitialized: () => change({ isRunning: true, problem: null }),
      onRunErrorEvent: ({ event }) => change({ problem: event }),
      onRunFailed({ error }) {
        if (error.name !== "AbortError") change({ problem: problemOf(error) });
      },
      onRunFinalized() {
        change({ isRunning: false, messages: [...agent.messages] });
        save();
      },
    };
    const { unsubscribe } = agent.subscribe(subscriber);
    window.addEventListener("pagehide", save);
    return () => {
      unsubscribe();
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [agent]);
  return state;
}
