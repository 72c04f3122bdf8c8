import { createRegistry } from "@callboard/core";
import { expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostOf } from "./embedFiles.ts";

test("the guide's host says where its loader is", async () => {
  const store = await memoryStore();
  const host = hostOf(createRegistry(), store);
  const answer = await host.fetch(new Request("https://tools.example.com/embed/loader.json"));
  expect(await answer.json()).toMatchObject({ src: expect.stringContaining("/embed/assets/") });
  await host.close();
  await store.close();
});
