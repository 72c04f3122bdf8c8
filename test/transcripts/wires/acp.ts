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
        const answered =
          step.ask && peer.request(methods.client.session.requestPermission, { sessionId, ...step.ask, options });
        if (step.update) await peer.notify(methods.client.session.update, { sessionId, update: step.update });
        await answered;
      }
      return { stopReason: isCancelled ? ("cancelled" as const) : ("end_turn" as const) };
    })
    .connect(ndJsonStream(down.writable, up.readable));
  const approved = new Map(
    turns.flatMap(({ agent: script }) => callsIn(script)).map(({ tool, ask }) => [tool, ask?.approved]),
  );
  await client({ name: "client" })
    .onNotification(methods.client.session.update, () => {})
    .onRequest(methods.client.session.requestPermission, async ({ params }) => ({
      outcome: { outcome: "selected", optionId: approved.get(params.toolCall.title ?? "") ? "yes" : "no" },
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

/** What the agent sends; an ask waits for its answer, and the update comes meanwhile. */
interface Step {
  ask?: { toolCall: { toolCallId: string; title: string; rawInput: object; kind?: "execute" } };
  update?: Update;
}

function stepsOf(script: AgentScript, parent?: string): Step[] {
  const _meta = parent === undefined ? {} : { _meta: { claudeCode: { parentToolUseId: parent } } };
  const steps: Step[] = [];
  const update = (fields: object, ask?: Step["ask"]) =>
    void steps.push({ update: { ...fields, ..._meta } as Update, ...(ask && { ask }) });
  const tellCall = (call: CallScript) => {
    const { id: toolCallId, tool, input: rawInput, ask, partialOutput = [], agent: below, output, error } = call;
    const more = (fields: object) => update({ sessionUpdate: "tool_call_update", toolCallId, ...fields });
    if (ask && parent === undefined) steps.push({ ask: { toolCall: { toolCallId, title: tool, rawInput } } });
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
    for (const { id: toolCallId, tool, input: rawInput, ask } of calls) {
      const named = { name: tool, title: tool, kind: "other", status: "pending" };
      // Claude's agent asks before it tells of a sub-agent's call, and only then says whose it is.
      const toolCall = { toolCallId, title: tool, rawInput, kind: "execute" as const };
      const isFirst = ask !== undefined && parent !== undefined;
      update({ sessionUpdate: "tool_call", toolCallId, ...named, rawInput }, isFirst ? { toolCall } : undefined);
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

/** What an agent tells of a session that is loaded: its updates, with the prompts among them. */
export function acpHistory(chunks: readonly object[]): object[] {
  const told = chunks.flatMap((chunk): object[] => {
    const { method, params } = chunk as { method?: string; params?: { prompt?: { text: string }[] } };
    if (method === "session/update") return [chunk];
    if (method !== "session/prompt") return [];
    const update = { sessionUpdate: "user_message_chunk", content: { type: "text", text: params!.prompt![0]!.text } };
    return [{ method: "session/update", params: { sessionId, update } }];
  });
  return [{ id: "load", method: "session/load", params: { sessionId } }, ...told, { id: "load", result: {} }];
}
