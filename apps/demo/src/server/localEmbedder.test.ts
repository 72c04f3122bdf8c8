import { createToolSearch } from "@callboard/core/search";
import { createRequire } from "node:module";
import { describe, expect, it, vi } from "vitest";
import { createLocalEmbedder } from "./localEmbedder.ts";

vi.setConfig({ testTimeout: 60_000 });

it("is not there where its packages are not installed", () => {
  const missing = (name: string) => {
    throw Object.assign(new Error(`Cannot find module '${name}'`), { code: "MODULE_NOT_FOUND" });
  };
  expect(createLocalEmbedder(missing)).toBeNull();
});

const installed = createLocalEmbedder(createRequire(import.meta.url).resolve);

describe.skipIf(installed === null)("the model that is installed", () => {
  it("finds by meaning what has no word in common, without a network", async () => {
    const fetched = vi.spyOn(globalThis, "fetch");
    const search = createToolSearch(
      [
        { slug: "unit-converter", name: "Unit Converter", description: "Converts lengths and masses." },
        { slug: "send_email", name: "Send email", description: "Sends a message to a person by mail." },
        { slug: "weather", name: "Forecast", description: "Says whether it will rain tomorrow." },
      ],
      { embed: installed! },
    );
    const { tools, search_mode } = await search.search({ query: "write a letter to my friend" });
    expect(search_mode).toBe("hybrid_bm25f");
    expect(tools[0]!.tool_id).toBe("send_email");
    expect(tools[0]!.match_sources.map(({ source }) => source)).toEqual(["vector"]);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });
});
