import {
  createHost,
  type AgentDefinition,
  type AgentSource,
  type HostModule,
  type HostOptions,
} from "@callboard/server";

const translator: AgentDefinition = {
  slug: "translator",
  name: "Translator",
  description: "Puts a text into another language.",
  instructions: "You translate. Answer with the translation alone.",
  only: ["dictionary"],
  budget: { calls: 5 },
};

/** Everybody may talk to the translator. */
const agents: AgentSource = {
  name: "language",
  list: () => [translator],
  find: (slug) => (slug === translator.slug ? translator : undefined),
};

const language: HostModule = { name: "language", open: () => ({ agents }) };

export const hostWithAgents = (options: HostOptions) => createHost({ ...options, modules: [language] });
