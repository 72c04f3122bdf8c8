import { expect, it } from "vitest";
import { createConnection } from "./connection.ts";
import { createOpenServers } from "./openServers.ts";
import type { McpServer } from "./mcpServer.ts";
import type { OpenedServer } from "./openServer.ts";

const nobody = {
  onTools: () => {},
  onProblem: () => {},
  onElicit: async () => ({ action: "cancel" as const }),
  onScope: () => {},
};

/** One that is never reached. */
const opened = (server: McpServer): OpenedServer => ({
  server,
  connection: createConnection(server, nobody),
  source: { name: server.name, list: async () => [], find: async () => undefined },
  tap: undefined,
  signIn: undefined,
  tools: () => [],
  refused: () => [],
});
const at = (name: string, path: string, more: Partial<McpServer> = {}): McpServer => ({
  name,
  transport: { url: `http://127.0.0.1:9/${path}` },
  ...more,
});

it("goes on with a call on the server that its tenant has under that name", async () => {
  const given = [
    opened(at("files", "given")),
    opened(at("notes", "of-red", { tenantSlugs: ["red"] })),
    opened(at("alone", "of-red", { tenantSlugs: ["red"] })),
  ];
  const rows = ["files", "notes"].map((name) => ({ id: name, tenantId: "blue", server: at(name, "added") }));
  const open = createOpenServers({
    given,
    added: { all: async () => ({ servers: rows, problems: [] }), add: expect.unreachable, remove: expect.unreachable },
    openAdded: ({ server }) => opened(server),
    onProblem: expect.unreachable,
  });
  await open.follow();
  const blue = open.of({ tenantId: "blue", tenantSlug: "blue" });
  expect(blue.map(({ server }) => server.transport)).toEqual(
    [at("files", "given"), at("notes", "added")].map((one) => one.transport),
  );
  for (const { server } of blue) expect(open.find("blue", server.name)?.server).toBe(server);
  expect(open.find("red", "alone")?.server.transport).toEqual(at("alone", "of-red").transport);
  await open.close();
});
