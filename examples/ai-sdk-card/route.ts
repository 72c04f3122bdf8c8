import { createUIMessageStream, createUIMessageStreamResponse } from "ai";

/**
 * The chat's route. This one is scripted; yours is `streamText({ model, tools, messages
 * }).toUIMessageStreamResponse()`.
 */
export function answer(): Response {
  const toolCallId = "call-1";
  const stream = createUIMessageStream({
    execute({ writer }) {
      writer.write({ type: "tool-input-start", toolCallId, toolName: "weather" });
      writer.write({ type: "tool-input-available", toolCallId, toolName: "weather", input: { city: "Bern" } });
      writer.write({ type: "tool-output-available", toolCallId, output: { sky: "clear", celsius: 21 } });
      writer.write({ type: "text-start", id: "text-1" });
      writer.write({ type: "text-delta", id: "text-1", delta: "It is clear, and 21 degrees warm." });
      writer.write({ type: "text-end", id: "text-1" });
    },
  });
  return createUIMessageStreamResponse({ stream });
}
