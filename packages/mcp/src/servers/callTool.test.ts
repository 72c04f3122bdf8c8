import { isHandedOver } from "@callboard/core/host";
import { expect, it } from "vitest";
import { callTool } from "./callTool.ts";
import { createConnection } from "./connection.ts";
import { createLiveCalls } from "./liveCalls.ts";

it("keeps the answers to a task's questions while its server is away", async () => {
  const server = { name: "away", transport: { url: "http://127.0.0.1:9/" } };
  const connection = createConnection(server, {
    onTools: () => {},
    onProblem: () => {},
    onElicit: async () => ({ action: "cancel" }),
    onScope: () => {},
  });
  const task = { server: "away", id: "t1", responses: { city: { action: "accept" } }, answered: ["city"] };
  const state = { mcp: { keys: [], task } };
  const stop = new AbortController();
  const output = await callTool(
    { server, connection, live: createLiveCalls(), worker: "w", watch: () => {}, watchTask: () => {} },
    {
      name: "ask",
      input: {},
      asTask: false,
      stretchMs: 20,
      context: { userId: "ada", tenantId: "t", callId: "c", sessionId: "s", answers: {}, state },
      listener: { signal: stop.signal, onProgress: () => {} },
    },
  );
  stop.abort();
  expect(isHandedOver(output)).toBe(true);
  expect(output).toEqual({ state });
});
