import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRegistry } from "@callboard/core";
import { createStore } from "@callboard/server";
import { expect, test, vi } from "vitest";
import { hostWithFunctions } from "./hostFunctions.ts";

test("the functions of the guide are declared, and models have the one that is a tool", async () => {
  const guide = await readFile(new URL("../../docs/functions.md", import.meta.url), "utf8");
  const [, yaml = ""] = /```yaml\n([^]*?)```/.exec(guide) ?? [];
  const folder = await mkdtemp(join(tmpdir(), "callboard-functions-"));
  const file = join(folder, "functions.yaml");
  await writeFile(file, yaml);
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  const store = await createStore();
  const host = hostWithFunctions({ registry: createRegistry(), store }, file);
  try {
    await host.ready;
    const listed = async () => (await host.fetch(new Request("http://localhost/v1/functions"))).json();
    await expect
      .poll(listed, { timeout: 60_000 })
      .toMatchObject({ functions: [{ name: "haversine_km", returns: "float64" }], problems: [] });
    expect(said.mock.calls.flat()).toContain("Loaded function: internal_hash");
  } finally {
    said.mockRestore();
    await host.close();
    await store.close();
    await rm(folder, { recursive: true });
  }
}, 90_000);
