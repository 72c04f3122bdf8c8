import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { entitiesOfFolder } from "./entities.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callboard-entities-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("reads a tenant's entities as they are now, and nothing beside its folder", async () => {
  const entities = entitiesOfFolder(folder);
  expect(await entities.list("ims", "product")).toEqual([]);
  const product = { type: "product", slug: "a", name: "A", data: { price: 1 } };
  const rows = [product, { ...product, type: "sku" }, { ...product, data: null }, { ...product, slug: "" }, null, 3];
  await writeFile(join(folder, "ims.json"), JSON.stringify(rows));
  expect(await entities.list("ims", "product")).toEqual([product]);
  expect(await entities.list("oci", "product")).toEqual([]);
  expect(await entities.list("../ims", "product")).toEqual([]);
});

it("names a file that it cannot read", async () => {
  await writeFile(join(folder, "oci.json"), "{");
  await expect(entitiesOfFolder(folder).list("oci", "product")).rejects.toThrow(/oci\.json is no JSON/);
  await writeFile(join(folder, "oci.json"), "{}");
  await expect(entitiesOfFolder(folder).list("oci", "product")).rejects.toThrow(/has to be a list/);
});
