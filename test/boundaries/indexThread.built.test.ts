import { expect, test } from "vitest";
import { run } from "../../scripts/command.mjs";

// A process of its own, as hosts are: it has to end by itself although the thread is there.
const program = `
import { createRegistry } from "./packages/core/dist/index.js";
import { createStore, createHost } from "./packages/server/dist/index.js";
import { createKnowledge, ingestDocuments } from "./packages/knowledge/dist/index.js";
const store = await createStore();
const file = { path: "a.md", bytes: 9, modifiedAt: 1, read: async () => "# A\\n\\nThe heron waits.\\n" };
await ingestDocuments(store, { name: "notes", list: async () => [file] });
const host = createHost({ registry: createRegistry(), store, modules: [createKnowledge()] });
await host.ready;
const response = await host.fetch(new Request("http://localhost/api/tools/search_keyword/run", {
  method: "POST", headers: { "content-type": "application/json", prefer: "wait" },
  body: JSON.stringify({ input: { query: "herons waiting" } }),
}));
const { output } = await response.json();
await host.close();
await store.close();
console.log(output.results[0].breadcrumb);
`;

test("the built index works in a thread of its own", { timeout: 120_000 }, async () => {
  const { code, output } = await run(process.execPath, ["--input-type=module", "-e", program]);
  expect(output).toContain("notes > a.md > A");
  expect(code).toBe(0);
});
