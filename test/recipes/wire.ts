import { createTimeline } from "@callboard/core";
import { fromAnthropic } from "@callboard/core/stream/anthropic";

export async function watch(body: AsyncIterable<Uint8Array>) {
  const timeline = createTimeline();
  const adapter = fromAnthropic();
  for await (const bytes of body) timeline.apply(adapter.push(bytes));
  timeline.apply(adapter.end());
  return timeline.snapshot();
}
