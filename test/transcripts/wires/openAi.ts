import { completionChunks } from "../../../packages/core/src/wires/openAi/testing/fixtures/completionChunks.ts";
import {
  responseEvents,
  type ItemScript,
} from "../../../packages/core/src/wires/openAi/testing/fixtures/responseEvents.ts";
import { pieces, sideBySide, usage, type Answer, type CallScript, type Turn } from "../conversation.ts";
import { asSse, type Recording } from "./recording.ts";

/** Each answer is a response of its own; between them the app pushes the items that it sends back. */
export function recordResponses(turns: readonly Turn[]): Recording {
  const chunks = turns.flatMap(({ messageId, prompt, agent }) => [
    { type: "message", id: messageId, role: "user", content: [{ type: "input_text", text: prompt }] },
    ...agent.answers.flatMap(({ id, think, say, calls = [] }) => [
      ...responseEvents({
        id,
        items: [
          ...(think === undefined ? [] : [{ type: "reasoning", summary: [pieces(think)] } as const]),
          ...(say === undefined ? [] : [{ type: "message", parts: [pieces(say)] } as const]),
          ...calls.map((call): ItemScript => ({
            type: "function_call",
            callId: call.id,
            name: call.tool,
            pieces: pieces(JSON.stringify(call.input), 5),
          })),
        ],
      }),
      ...calls.flatMap((call) => {
        const output = wordsOf(call);
        return output === undefined ? [] : [{ type: "function_call_output", call_id: call.id, output }];
      }),
    ]),
  ]);
  return { chunks, raw: asSse(chunks) };
}

/** Each answer is a completion; between them the app pushes the messages that it sends back. */
export function recordChat(turns: readonly Turn[]): Recording {
  const chunks = turns.flatMap(({ messageId, prompt, agent }) => [
    { role: "user", id: messageId, content: prompt },
    ...agent.answers.flatMap((answer) => [
      ...completionChunks({
        id: answer.id,
        deltas: deltasOf(answer).map((delta) => [0, delta] as const),
        finishReason: answer.calls ? "tool_calls" : "stop",
        usage: { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens },
      }),
      ...(answer.calls ?? []).flatMap((call) => {
        const content = wordsOf(call);
        return content === undefined ? [] : [{ role: "tool", tool_call_id: call.id, content }];
      }),
    ]),
  ]);
  return { chunks, raw: asSse(chunks) };
}

function deltasOf({ think = "", say = "", calls = [] }: Answer): object[] {
  return [
    ...pieces(think).map((reasoning_content) => ({ reasoning_content })),
    ...pieces(say).map((content) => ({ content })),
    ...calls.map(({ id, tool: name }, index) => ({
      tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }],
    })),
    ...sideBySide(calls).map(({ call, delta }) => ({
      tool_calls: [{ index: calls.indexOf(call), function: { arguments: delta } }],
    })),
  ];
}

/** What the app tells the model of a call that it ran, or did not. */
export function wordsOf({ ask, output, error }: CallScript): string | undefined {
  const words = error ?? (ask?.approved === false ? ask.reason : output);
  return words === undefined || typeof words === "string" ? words : JSON.stringify(words);
}
