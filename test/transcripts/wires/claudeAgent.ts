import { claudeSession } from "../../../packages/core/src/wires/claudeAgent/testing/fixtures/claudeMessages.ts";
import { usage, type AgentScript, type CallScript, type Turn } from "../conversation.ts";
import { blocksOf } from "./anthropic.ts";
import { wordsOf } from "./openAi.ts";
import { asLines, type Recording } from "./recording.ts";

/**
 * What `claude --output-format stream-json` writes with partial messages, and what its control channel asks and
 * answers.
 */
export function recordClaudeAgent(turns: readonly Turn[]): Recording {
  const { send, system, partial, result, done } = claudeSession();
  const chunks: object[] = [system("init")];

  const tellCall = (call: CallScript, parent: string | null) => {
    const { id, tool, input, ask, progress, agent, error } = call;
    if (ask) {
      const request = { subtype: "can_use_tool", tool_use_id: id, tool_name: tool, input };
      const answer = ask.approved
        ? { behavior: "allow", updatedInput: ask.input ?? input }
        : { behavior: "deny", message: ask.reason };
      chunks.push(
        { type: "control_request", request_id: ask.id, request },
        { type: "control_response", response: { subtype: "success", request_id: ask.id, response: answer } },
      );
    }
    if (progress) {
      const { progress: elapsed_time_seconds } = progress;
      chunks.push(
        send({
          type: "tool_progress",
          tool_use_id: id,
          tool_name: tool,
          parent_tool_use_id: parent,
          elapsed_time_seconds,
        }),
      );
    }
    if (agent) {
      const task = { task_id: `task-${id}`, tool_use_id: id, subagent_type: agent.name, task_type: "local_agent" };
      chunks.push(system("task_started", { ...task, description: "A sub-agent", prompt: "Go" }));
      tellAnswers(agent, id);
    }
    const words = wordsOf(call);
    if (words === undefined) return;
    chunks.push(result(id, words, { is_error: error !== undefined || ask?.approved === false }, parent));
  };
  const tellAnswers = (agent: AgentScript, parent: string | null) => {
    for (const answer of agent.answers) {
      chunks.push(...partial(answer.id, blocksOf(answer), parent));
      for (const call of answer.calls ?? []) tellCall(call, parent);
    }
  };
  for (const { messageId, prompt, agent, isCancelled } of turns) {
    chunks.push(send({ type: "user", uuid: messageId, message: { role: "user", content: prompt } }));
    tellAnswers(agent, null);
    const count = agent.answers.length;
    const counts = { input_tokens: usage.inputTokens * count, output_tokens: usage.outputTokens * count };
    const stopped = { type: "text", text: "[Request interrupted by user for tool use]" };
    if (isCancelled) chunks.push(send({ type: "user", message: { role: "user", content: [stopped] } }));
    chunks.push(
      isCancelled
        ? done({ subtype: "error_during_execution", is_error: true, result: undefined, errors: [], usage: counts })
        : done({ result: agent.answers.at(-1)?.say, usage: counts }),
    );
  }
  return { chunks, raw: asLines(chunks) };
}
