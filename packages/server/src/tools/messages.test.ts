import { createRegistry } from "@callboard/core";
import { untranslatedTexts } from "@callboard/core/testing";
import { expect, test } from "vitest";
import type { Store } from "../store.ts";
import { createAgentTools } from "./agentTools.ts";

// What the tools say is looked at, and none of them is run.
const registry = createRegistry();
const tools = createAgentTools({ store: { database: {} } as Store }).map((tool) => registry.register(tool));

test.each(["de", "ar"])("the platform's tools have all of their words in %s", (language) => {
  expect(tools.flatMap((tool) => untranslatedTexts(tool, language))).toEqual([]);
});
