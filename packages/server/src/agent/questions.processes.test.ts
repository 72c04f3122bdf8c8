import type { SessionEvent } from "@callboard/core";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeDataFolder } from "../testing/fixtures/dataFolder.ts";
import { scratchHosts } from "../testing/fixtures/scratchHosts.ts";

const hosts = scratchHosts("chatHostProcess");

it("a question outlives the process that asked it, and its answer the next one", { timeout: 120_000 }, async () => {
  const environment = { CALLBOARD_DATA: await makeDataFolder(join(hosts.scratch, "data")) };
  const untilIn = async (sessionId: string, type: SessionEvent["type"], host = current) => {
    for (let tries = 0; ; tries++) {
      const found = (await host.events(sessionId)).find((event) => event.type === type);
      if (found) return found;
      expect(tries).toBeLessThan(400);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  let current = await hosts.start(environment);
  const { body } = await current.post("/api/tools/order/run", { input: {} });
  const { sessionId, callId } = body as { sessionId: string; callId: string };
  const question = (await untilIn(sessionId, "tool.needs_input")) as Extract<
    SessionEvent,
    { type: "tool.needs_input" }
  >;
  await current.kill();

  current = await hosts.start(environment);
  const answer = { askId: question.askId, action: "accept", content: { size: "M" } };
  expect((await current.post(`/api/calls/${callId}/answer`, answer)).status).toBe(202);
  await current.kill();

  current = await hosts.start(environment);
  // Killed before the handler began again it goes on, killed after that nobody knows what it did.
  for (let tries = 0; ; tries++) {
    const events = await current.events(sessionId);
    const end = events.find(({ type }) => type === "tool.completed" || type === "tool.interrupted");
    expect(events.filter(({ type }) => type === "tool.started").length).toBeLessThanOrEqual(2);
    if (end?.type === "tool.completed") expect(end.output).toEqual({ size: "M" });
    if (end) break;
    expect(tries).toBeLessThan(400);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect((await current.post(`/api/calls/${callId}/answer`, answer)).status).toBe(409);
});
