import { createRegistry } from "@callboard/core";
import { mockToolRegistry } from "@callboard/core/testing";
import type { HostToolRun } from "@callboard/server";
import { expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostWithBudget, hostWithSwitches, nightly, nightlyReport } from "./visibility.ts";

const tool = { ...nightlyReport, execute: () => "ran" };

test("a host shows what its tenants have switched on, and tells of each run", { timeout: 60_000 }, async () => {
  const store = await memoryStore();
  const registry = createRegistry();
  registry.register({ ...tool, slug: "generate-image", origin: "system" });
  registry.register({ ...tool, slug: "generate-video", origin: "system" });
  const { host } = hostWithSwitches(registry, store, "6f1c2d34-0000-4000-8000-000000000001");
  const listed = (await (await host.fetch(new Request("http://localhost/api/tools"))).json()) as { slug: string }[];
  expect(listed.map(({ slug }) => slug)).toEqual(["generate-image"]);
  await host.close();

  const runs: HostToolRun[] = [];
  const open = createRegistry();
  open.register(tool);
  const counted = hostWithBudget(open, store, (run) => runs.push(run));
  const headers = { "content-type": "application/json", prefer: "wait" };
  const run = { method: "POST", headers, body: '{"input":{}}' };
  await counted.fetch(new Request("http://localhost/api/tools/nightly-report/run", run));
  expect(runs).toMatchObject([{ event: "tool_run", slug: "nightly-report", success: true }]);
  await counted.close();
  await store.close();
});

test("a job's tool finds its tenant", async () => {
  const registry = mockToolRegistry();
  registry.register(nightlyReport);
  expect(await nightly("acme")).toBe("Report of acme");
  registry.restore();
});
