import { createRegistry } from "@callboard/core";
import { createPlatform } from "@callboard/platform";
import { createHost, createStore } from "@callboard/server";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TEST_ENGINES } from "../../packages/server/src/testing/fixtures/engines.ts";
import { moveWithPlatform } from "./hostMove.ts";

const server = TEST_ENGINES.find(({ openBare }) => openBare !== null);

test.skipIf(!server)(
  "a host's data is moved with the tables of its modules",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "callboard-moved-"));
    const database = await server!.openBare!();
    try {
      const store = await createStore({ dataDir: folder });
      const host = createHost({ registry: createRegistry(), store, modules: [createPlatform()] });
      await host.ready;
      await host.close();
      await store.close();
      const moved = await moveWithPlatform(folder, database.databaseUrl);
      expect(moved).toHaveProperty("tool_bundles");
      expect(moved["tenants"]?.rows).toBe(1);
    } finally {
      await database.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
  180_000,
);
