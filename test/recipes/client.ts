import { createHttpClient, createTimeline } from "@callboard/core";

export async function runAndWatch(baseUrl: string, signal: AbortSignal) {
  const client = createHttpClient({ baseUrl });
  const { sessionId, callId } = await client.run("tip-splitter", { bill: 60, people: 3 });
  const timeline = createTimeline();
  for await (const events of client.events(sessionId, { signal })) {
    timeline.apply(events);
    const call = timeline.getNode(callId);
    if (call?.kind === "call" && call.status === "completed") return call.output;
  }
}
