import { expect, test } from "vitest";
import { watch } from "./wire.ts";

const events = [
  { type: "message_start", message: { id: "m1", role: "assistant", content: [] } },
  { type: "content_block_start", index: 0, content_block: { type: "tool_use", id: "c1", name: "search", input: {} } },
  { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: '{"query":"tides"}' } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];

async function* inPieces(text: string) {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += 7) yield bytes.slice(at, at + 7);
}

test("a provider's bytes become the tree", async () => {
  const sse = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  const { agents } = await watch(inPieces(sse));
  expect(agents).toMatchObject([{ items: [{ kind: "call", tool: "search", input: { query: "tides" } }] }]);
});
