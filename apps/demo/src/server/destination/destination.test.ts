import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection, ConnectionDraft } from "@callboard/core";
import type { Connections } from "@callboard/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { captureWith } from "../../../tools/_shared/captureWith.ts";
import { createSend } from "../send.ts";
import { createDestination, DESTINATION_ORIGIN, type Destination } from "./destination.ts";

let folder: string;
let destination: Destination;
const saved: (Connection & { secret: string | null })[] = [];
const connections: Connections = {
  list: async () => saved,
  async create(_tenantId, _userId, draft: ConnectionDraft) {
    const { secret = null, ...rest } = draft;
    saved.push({ ...rest, id: `c${saved.length}`, hasSecret: true, createdAt: 0, secret });
    return saved.at(-1);
  },
  remove: async () => false,
  open: async (_tenantId, key) => saved.find((one) => ("name" in key ? one.name === key.name : one.id === key.id)),
};
const open = () => createDestination(join(folder, "destination.json"));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callboard-destination-"));
  destination = await open();
  await destination.connect(connections, "id", "default");
});
afterAll(() => rm(folder, { recursive: true }));

async function publish(connectionName: string, mode: string, title: string) {
  const tool = await captureWith(() => import("../../../tools/content-desk-publish/definition.ts"), {
    connections,
    files: {
      read: async () => ({ name: "a.png", mediaType: "image/png", bytes: new Uint8Array([1, 2, 3]) }),
      write: async () => "",
    },
    send: createSend({ allowed: [], local: { origin: DESTINATION_ORIGIN, fetch: destination.fetch } }),
  });
  const input = { connectionName, mode, title, body: "A **bold** word\n\n- 1 < 2", topics: ["Events"], cover: "x" };
  return tool.run(input, { context: { tenantId: "id" } });
}

it("takes drafts and publications of each kind, and has them after a restart; another tenant has none of them", async () => {
  expect(saved.map(({ name }) => name)).toEqual(["Demo blog", "Demo webhook", "Demo social account"]);
  for (const { name } of saved) expect((await publish(name, "publish", name)).error).toBeNull();
  expect((await publish("Demo blog", "draft", "Later")).error).toBeNull();
  destination = await open();
  const picture = "data:image/png;base64,AQID";
  const tags = ["Events"];
  const markdown = "A **bold** word\n\n- 1 < 2";
  expect(destination.posts("default")).toMatchObject([
    { kind: "wordpress", state: "draft", title: "Later", text: "A bold word\n\n• 1 < 2", tags, picture },
    { kind: "social", state: "published", title: "Demo social account", text: markdown, tags, picture },
    { kind: "webhook", state: "published", title: "Demo webhook", text: markdown, tags, picture },
    { kind: "wordpress", state: "published", title: "Demo blog", tags, picture },
  ]);
  expect(destination.posts("ims")).toEqual([]);
});

it("connects a tenant once, and takes nothing from whoever does not know the secret", async () => {
  await destination.connect(connections, "id", "default");
  expect(saved).toHaveLength(3);
  const before = destination.posts("default").length;
  for (const connection of saved) connection.secret = "desk:wrong";
  for (const { name } of saved) expect((await publish(name, "publish", name)).error).toMatch(/answered 401/);
  expect(destination.posts("default")).toHaveLength(before);
});
