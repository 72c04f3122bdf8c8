import {
  anthropicEvents,
  type BlockScript,
} from "../../../packages/core/src/wires/anthropic/testing/fixtures/anthropicEvents.ts";
import { pieces, type Answer, type Turn } from "../conversation.ts";
import { wordsOf } from "./openAi.ts";
import { asSse, type Recording } from "./recording.ts";

/** Each answer is a message; between them the app pushes the user messages that it sends back. */
export function recordAnthropic(turns: readonly Turn[]): Recording {
  const chunks = turns.flatMap(({ messageId, prompt, agent }) => [
    { role: "user", id: messageId, content: prompt },
    ...agent.answers.flatMap((answer) => {
      const content = (answer.calls ?? []).flatMap((call) => {
        const words = wordsOf(call);
        const is_error = call.error !== undefined || call.ask?.approved === false;
        return words === undefined
          ? []
          : [{ type: "tool_result", tool_use_id: call.id, content: words, ...(is_error && { is_error }) }];
      });
      return [
        ...anthropicEvents({
          id: answer.id,
          blocks: blocksOf(answer),
          stopReason: answer.calls ? "tool_use" : "end_turn",
        }),
        ...(content.length > 0 ? [{ role: "user", content }] : []),
      ];
    }),
  ]);
  return { chunks, raw: asSse(chunks) };
}

/** An answer's content, as the Messages API streams it: one block after the other. */
export function blocksOf({ think, say, calls = [] }: Answer): BlockScript[] {
  return [
    ...(think === undefined ? [] : [{ type: "thinking", pieces: pieces(think) } as const]),
    ...(say === undefined ? [] : [{ type: "text", pieces: pieces(say) } as const]),
    ...calls.map(({ id, tool: name, input }): BlockScript => ({
      type: "tool_use",
      id,
      name,
      pieces: pieces(JSON.stringify(input), 5),
    })),
  ];
}
