import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRegistry } from "@callboard/core";
import { createStore } from "@callboard/server";
import { expect, test, vi } from "vitest";
import { hostWithDocuments } from "./hostDocuments.ts";

test("a host brings a folder of documents in while it runs, says so, and its tools find what they say", async () => {
  const folder = await mkdtemp(join(tmpdir(), "callboard-documents-"));
  await writeFile(join(folder, "leave.md"), "# Leave\n\nEverybody has 30 days of leave.\n");
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  const store = await createStore();
  const host = hostWithDocuments({ registry: createRegistry(), store }, folder);
  try {
    await host.ready;
    await expect
      .poll(() => said.mock.calls.flat(), { timeout: 30_000 })
      .toEqual([expect.stringContaining("handbook is read: 1 documents, 1 new or changed")]);
    const response = await host.fetch(
      new Request("http://localhost/api/tools/search_knowledge/run", {
        method: "POST",
        headers: { "content-type": "application/json", prefer: "wait" },
        body: JSON.stringify({ input: { query: "days of leave" } }),
      }),
    );
    expect(await response.json()).toMatchObject({
      output: { results: [{ breadcrumb: "handbook > leave.md > Leave" }], method: "lexical" },
    });
  } finally {
    said.mockRestore();
    await host.close();
    await store.close();
    await rm(folder, { recursive: true });
  }
});
