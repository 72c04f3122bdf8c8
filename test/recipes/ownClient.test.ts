import { createTimeline } from "@callboard/core";
import { captureTool } from "@callboard/core/testing";
import { expect, test } from "vitest";
import { createBackendClient } from "./ownClient.ts";

test("a client over one's own backend runs a tool and follows it", async () => {
  const { run } = await captureTool(() => import("./definition.ts"));
  const { events } = await run({ bill: 60 });
  const call = events.flatMap((event) => (event.type === "tool.requested" ? [event.callId] : []))[0]!;
  const client = createBackendClient({
    list: async () => [{ id: "tips", title: "Tips", schema: { type: "object" } }],
    start: async () => ({ session: "s", call }),
    async *follow() {
      yield* events;
    },
  });
  expect(await client.tool!("tips")).toMatchObject({ name: "Tips" });
  await expect(client.tool!("none")).rejects.toThrow("There is no tool");
  const { sessionId, callId } = await client.run!("tips", {});
  const timeline = createTimeline();
  for await (const batch of client.events!(sessionId)) timeline.apply(batch);
  expect(timeline.getNode(callId)).toMatchObject({ status: "completed" });
});
