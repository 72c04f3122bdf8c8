import { expect, test } from "vitest";
import { findTool, searchByMeaning } from "./search.ts";

test("a tool is found by its words, and where none fits that is said", async () => {
  expect(await findTool("convert masses")).toMatch(/^unit-converter 0\.\d+/);
  expect(await findTool("the moon looked enormous")).toContain("No tool");
});

test("where the endpoint is not there, words find alone", async () => {
  const { byMeaning, save } = searchByMeaning("http://127.0.0.1:9/v1");
  const { search_mode, tools } = await byMeaning.search({ query: "count sheep" });
  expect([search_mode, tools[0]?.tool_id]).toEqual(["lexical_bm25f_embedder_failed", "flock"]);
  expect(save()).toEqual({ embedder: "nomic-embed-text", vectors: {} });
});
