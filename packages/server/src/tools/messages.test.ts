import { createRegistry } from "@callboard/core";
import { untranslatedTexts } from "@callboard/core/testing";
import { expect, test } from "vitest";
import type { Knowledge } from "../modules/knowledge/knowledge.ts";
import type { Store } from "../store.ts";
import { createAgentTools } from "./agentTools.ts";
import { createDocumentTools } from "./documentTools.ts";

// What the tools say is looked at, and none of them is run.
const knowledge = {} as Knowledge;
const registry = createRegistry();
const tools = [
  ...createDocumentTools(knowledge),
  ...createAgentTools({ store: { database: {} } as Store, knowledge }),
].map((tool) => registry.register(tool));

test.each(["de", "ar"])("the platform's tools have all of their words in %s", (language) => {
  expect(tools.flatMap((tool) => untranslatedTexts(tool, language))).toEqual([]);
});
