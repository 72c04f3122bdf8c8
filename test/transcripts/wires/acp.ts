import { agent, client, methods, ndJsonStream, type SessionNotification } from "@agentclientprotocol/sdk";
import { pieces, type AgentScript, type CallScript, type Turn } from "../conversation.ts";
import { asLines, type Recording } from "./recording.ts";

type Update = SessionNotification["update"];

const sessionId = "s1";
const options = [
  { optionId: "yes", name: "Allow", kind: "allow_once" as const },
  { optionId: "no", name: "Reject", kind: "reject_once" as const },
];

/** What goes both ways between a real client that prompts and a real agent that answers by the script. */
export async function recordAcp(turns: readonly Turn[]): Promise<Recording> {
  const chunks: object[] = [];
  const tap = () => {
    const decoder = new TextDecoder();
    let rest = "";
    return new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line !== "") chunks.push(JSON.parse(line) as object);
        controller.enqueue(bytes);
      },
    });
  };
  const [up, down] = [tap(), tap()];
  let turn = 0;
  const server = agent({ name: "agent" })
    .onRequest(methods.agent.initialize, async () => ({ protocolVersion: 1, agentCapabilities: {} }))
    .onRequest(methods.agent.session.new, async () => ({ sessionId }))
    .onRequest(methods.agent.session.prompt, async ({ client: peer }) => {
      const { agent: script, isCancelled } = turns[turn++]!;
      for (const step of stepsOf(script)) {
        if ("ask" in step)
          await peer.request(methods.client.session.requestPermission, { sessionId, ...step.ask, options });
        else await peer.notify(methods.client.session.update, { sessionId, update: step.update });
      }
      return { stopReason: isCancelled ? ("cancelled" as const) : ("end_turn" as const) };
    })
    .connect(ndJsonStream(down.writable, up.readable));
  const approved = new Map(
    turns.flatMap(({ agent: script }) => callsIn(script)).map(({ id, ask }) => [id, ask?.approved]),
  );
  await client({ name: "client" })
    .onNotification(methods.client.session.update, () => {})
    .onRequest(methods.client.session.requestPermission, async ({ params }) => ({
      outcome: { outcome: "selected", optionId: approved.get(params.toolCall.toolCallId) ? "yes" : "no" },
    }))
    .connectWith(ndJsonStream(up.writable, down.readable), async (peer) => {
      await peer.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
      await peer.request(methods.agent.session.new, { cwd: "/", mcpServers: [] });
      for (const { prompt } of turns) {
        await peer.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text: prompt }] });
      }
    });
  server.close();
  return { chunks, raw: asLines(chunks) };
}

type Step =
  { update: Update } | { ask: { toolCall: { toolCallId: string; title: string; rawInput: object; _meta?: object } } };

function stepsOf(script: AgentScript, parent?: string): Step[] {
  const _meta = parent === undefined ? {} : { _meta: { claudeCode: { parentToolUseId: parent } } };
  const steps: Step[] = [];
  const update = (fields: object) => void steps.push({ update: { ...fields, ..._meta } as Update });
  const tellCall = (call: CallScript) => {
    const { id: toolCallId, tool, input: rawInput, ask, partialOutput = [], agent: below, output, error } = call;
    const more = (fields: object) => update({ sessionUpdate: "tool_call_update", toolCallId, ...fields });
    if (ask) steps.push({ ask: { toolCall: { toolCallId, title: tool, rawInput, ..._meta } } });
    if (ask?.approved === false) return;
    more({ status: "in_progress" });
    partialOutput.forEach((_, index) => more({ content: textOf(partialOutput.slice(0, index + 1).join("")) }));
    if (below) steps.push(...stepsOf(below, toolCallId));
    if (error !== undefined) more({ status: "failed", content: textOf(error) });
    else if (output !== undefined) more({ status: "completed", rawOutput: output });
  };
  for (const { think = "", say = "", calls = [] } of script.answers) {
    for (const text of pieces(think)) update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text } });
    for (const text of pieces(say)) update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
    for (const { id: toolCallId, tool, input: rawInput } of calls) {
      const named = { name: tool, title: tool, kind: "other", status: "pending" };
      update({ sessionUpdate: "tool_call", toolCallId, ...named, rawInput });
    }
    for (const call of calls) tellCall(call);
  }
  return steps;
}

const textOf = (text: string) => [{ type: "content", content: { type: "text", text } }];

const callsIn = (script: AgentScript): CallScript[] =>
  script.answers.flatMap(({ calls = [] }) =>
    calls.flatMap((call) => [call, ...(call.agent ? callsIn(call.agent) : [])]),
  );
