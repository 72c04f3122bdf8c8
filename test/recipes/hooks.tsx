import { colleagueClient, type ToolClient } from "@callboard/core";
import { AgentTimeline, ToolProvider, useAgent, useApprovals, useCall, useSession } from "@callboard/react";
import "@callboard/react/styles.css";

// #region call
export function Status({ callId }: { callId: string }) {
  const call = useCall(callId);
  if (!call) return <p>Not there yet</p>;
  const share = call.progress?.total ? call.progress.progress / call.progress.total : undefined;
  return (
    <p>
      {call.tool}: {call.status} {share !== undefined && <progress value={share} />}
    </p>
  );
}
// #endregion

// #region session
export function Session({ client, id }: { client: ToolClient; id: string }) {
  const session = useSession(client, id);
  if (!session) return null;
  if (session.error) return <p role="alert">{session.error.message}</p>;
  return (
    <ToolProvider client={session.isOwn === false ? colleagueClient(client) : client} timeline={session.timeline}>
      <AgentTimeline />
    </ToolProvider>
  );
}
// #endregion

// #region agent
export function Spent({ agentId }: { agentId: string }) {
  const agent = useAgent(agentId);
  return <p>{agent?.usage?.outputTokens ?? 0} tokens written</p>;
}
// #endregion

// #region approvals
export function Inbox() {
  const { asks, approve, deny } = useApprovals();
  return (
    <ul>
      {asks.map((ask) => (
        <li key={ask.approvalId}>
          <strong>{ask.call.tool}</strong> <code>{JSON.stringify(ask.call.input)}</code>
          <button onClick={() => void approve(ask)}>Approve</button>
          <button onClick={() => void approve(ask, { input: { ...(ask.call.input as object), draft: true } })}>
            Approve as a draft
          </button>
          <button onClick={() => void deny(ask, { reason: "Not today." })}>Deny</button>
        </li>
      ))}
    </ul>
  );
}
// #endregion
