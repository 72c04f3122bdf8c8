import { ToolError, type CallContext, type JsonSchema, type ToolContext, type ToolDefinition } from "@callboard/core";
import { toolGroups } from "@callboard/core/access";
import type { AgentNote } from "@callboard/core/client";
import { HostRefusal, storable, type HostAgent, type Kernel } from "@callboard/server";
import { checkMatch, movedOn } from "../rows/revision.ts";
import { objectSchema } from "../tools/objectSchema.ts";
import { said } from "../tools/said.ts";
import type { AgentConfig, AgentRows } from "./agentRows.ts";
import { messages } from "./words.ts";

/** The most lessons and corrections of one agent. */
const MOST_NOTES = 200;
const LONGEST_NOTE = 500;

const shared = {
  category: "administration",
  origin: "platform",
  // What they write reaches every later prompt: a person sees it before.
  permissionPolicy: "always_ask",
  available: ({ tenantId, source }: ToolContext) => !!tenantId && source !== "web",
  messages,
} as const;

const agentField: JsonSchema = {
  type: "string",
  maxLength: 64,
  title: "Agent",
  default: "default",
  description: "The slug of an agent; the host's own unless given.",
};
const noteField = (title: string, description: string): JsonSchema => ({
  type: "string",
  minLength: 1,
  maxLength: LONGEST_NOTE,
  title,
  description,
});

const noteSchema: JsonSchema = {
  type: "object",
  title: "Kept",
  properties: {
    id: { type: "string", title: "Id" },
    agent: { type: "string", title: "Agent" },
    wrong: { type: ["string", "null"], title: "What was wrong" },
    said: { type: "string", title: "What is right" },
  },
  required: ["id", "agent", "wrong", "said"],
};
const noteOutput: JsonSchema = { type: "object", properties: { kept: noteSchema }, required: ["kept"] };

/** What an agent learns from people, and what a tenant says of it: tools that ask a person each time. */
export function teachingTools(rows: AgentRows, { agents }: Pick<Kernel, "agents">): ToolDefinition[] {
  async function agentOf(slug: string, context: ToolContext): Promise<HostAgent> {
    const found = await agents.find(slug, context);
    if (found) return found;
    throw new ToolError(`There is no agent "${slug.slice(0, 64)}" here. Leave it out for the host's own.`, {
      path: "/agent",
    });
  }

  async function keep(
    {
      kind,
      wrong,
      right,
      agent = "default",
    }: { kind: AgentNote["kind"]; wrong?: string; right: string; agent?: string },
    context: CallContext,
  ) {
    await agentOf(agent, context);
    const { userId: createdBy, sessionId } = context;
    const note = {
      agent,
      kind,
      wrong: wrong === undefined ? null : lineOf(wrong, "/wrong"),
      said: lineOf(right, kind === "lesson" ? "/lesson" : "/right"),
      sessionId,
      createdBy,
    };
    const row = await rows.addNote(tenantOf(context), note, MOST_NOTES);
    if (!row) throw new ToolError(`An agent learns at most ${MOST_NOTES} lessons and corrections. Remove one first.`);
    return { kept: { id: row.id, agent: row.agent, wrong: row.wrong, said: row.said } };
  }

  const addLesson: ToolDefinition<{ lesson: string; agent?: string }> = {
    ...shared,
    group: toolGroups.context,
    slug: "addLesson",
    name: "Add Lesson",
    requiredPermission: "agents.tenant.teach",
    description:
      "Teaches an agent a rule for all later chats of this workspace, such as how people here write numbers. Use it where a person says how things are " +
      "always to be done; one sentence that is understood without this chat. The person approves each call.",
    userDescription: "Teaches an agent a rule.",
    icon: "graduation-cap",
    inputSchema: objectSchema(
      { lesson: noteField("Lesson", "One sentence, understood without this chat."), agent: agentField },
      ["lesson"],
    ),
    outputSchema: noteOutput,
    viewSpec: cardOf([{ key: "said", label: "Lesson", format: "text" }]),
    summary: ({ lesson }) => lesson,
    execute: ({ lesson, agent }, context) => keep({ kind: "lesson", right: lesson, ...(agent && { agent }) }, context),
  };

  const addCorrection: ToolDefinition<{ wrong: string; right: string; agent?: string }> = {
    ...shared,
    group: toolGroups.context,
    slug: "addCorrection",
    name: "Add Correction",
    requiredPermission: "agents.tenant.teach",
    description:
      "Keeps what a person corrected in an answer: what was wrong, and what is right, so that no later chat of this workspace repeats it. Use it where a " +
      "person says that something is not so. For a rule use addLesson. The person approves each call.",
    userDescription: "Keeps a correction, so that it is not repeated.",
    icon: "pencil",
    inputSchema: objectSchema(
      {
        wrong: noteField("What was wrong", "As it was said."),
        right: noteField("What is right", "As the person says it."),
        agent: agentField,
      },
      ["wrong", "right"],
    ),
    outputSchema: noteOutput,
    viewSpec: cardOf([
      { key: "wrong", label: "What was wrong", format: "text" },
      { key: "said", label: "What is right", format: "text" },
    ]),
    summary: ({ right }) => right,
    execute: ({ wrong, right, agent }, context) =>
      keep({ kind: "correction", wrong, right, ...(agent && { agent }) }, context),
  };

  const updateAgentConfig: ToolDefinition<Changes> = {
    ...shared,
    group: toolGroups.admin,
    slug: "updateAgentConfig",
    name: "Update Agent Config",
    requiredPermission: "agents.tenant.update",
    description:
      "Changes what this workspace says of an agent: its instructions, its groups of tools, and tools by slug. Send only what is to change; an empty text or " +
      "list puts back what its definition says. Without changes it answers how the agent is. It takes effect with the agent's next step.",
    userDescription: "Changes an agent's instructions and tools.",
    icon: "bot",
    inputSchema: objectSchema({
      agent: agentField,
      instructions: { type: "string", maxLength: 20_000, title: "Instructions" },
      toolGroups: listField("Groups of tools"),
      customTools: listField("Tools"),
      revision: {
        type: "string",
        maxLength: 40,
        title: "Revision",
        description: "As read: refused where it has changed since.",
      },
    }),
    outputSchema: {
      type: "object",
      properties: {
        agent: {
          type: "object",
          title: "Agent",
          properties: {
            slug: { type: "string", title: "Slug" },
            name: { type: "string", title: "Name" },
            instructions: { type: ["string", "null"], title: "Instructions" },
            toolGroups: { type: ["array", "null"], items: { type: "string" }, title: "Groups of tools" },
            customTools: { type: ["array", "null"], items: { type: "string" }, title: "Tools" },
            revision: { type: "string", title: "Revision" },
          },
          required: ["slug", "name", "instructions", "toolGroups", "customTools", "revision"],
        },
      },
      required: ["agent"],
    },
    viewSpec: {
      blocks: [
        {
          type: "summary",
          key: "agent",
          label: "Agent",
          config: {
            fields: [
              { key: "name", label: "Name", format: "plain" },
              { key: "toolGroups", label: "Groups of tools", format: "plain" },
              { key: "customTools", label: "Tools", format: "plain" },
              { key: "instructions", label: "Instructions", format: "text" },
            ],
          },
        },
      ],
      only: true,
    },
    summary: ({ agent = "default" }) => agent,
    execute: ({ agent: slug = "default", revision, ...changes }, context) =>
      said(async () => {
        const tenantId = tenantOf(context);
        const { name } = await agentOf(slug, context);
        const now = await rows.config(tenantId, slug);
        if (Object.keys(changes).length === 0) return { agent: toldOf(slug, name, now) };
        checkMatch(name, revision || "*", `${now.revision}`);
        const config = configOf(now.config, changes);
        const row = await rows.setConfig(tenantId, slug, { config, revision: now.revision }, context.userId);
        if (!row) throw movedOn(name);
        return { agent: toldOf(slug, name, row) };
      }),
  };

  return [addCorrection, addLesson, updateAgentConfig] as ToolDefinition[];
}

interface Changes {
  agent?: string;
  revision?: string;
  instructions?: string;
  toolGroups?: string[];
  customTools?: string[];
}

const listField = (title: string): JsonSchema => ({
  type: "array",
  title,
  maxItems: 50,
  items: { type: "string", minLength: 1, maxLength: 64 },
});

const cardOf = (fields: { key: string; label: string; format: "text" }[]): ToolDefinition["viewSpec"] => ({
  blocks: [{ type: "summary", key: "kept", label: "Kept", config: { fields } }],
  only: true,
});

/** What is empty is as the definition has it. */
function configOf(before: AgentConfig, { instructions, toolGroups, customTools }: Omit<Changes, "agent">): AgentConfig {
  const next = {
    ...before,
    ...(instructions !== undefined && { instructions: storable(instructions).trim() }),
    ...(toolGroups && { toolGroups: toolGroups.map(storable) }),
    ...(customTools && { customTools: customTools.map(storable) }),
  };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value.length > 0));
}

const toldOf = (slug: string, name: string, { config, revision }: { config: AgentConfig; revision: number }) => ({
  slug,
  name,
  instructions: config.instructions ?? null,
  toolGroups: config.toolGroups ?? null,
  customTools: config.customTools ?? null,
  revision: `${revision}`,
});

/** One line: what is taught stays one point of a list. */
function lineOf(text: string, path: string): string {
  const line = storable(text).replace(/\s+/g, " ").trim();
  if (line !== "") return line;
  throw new ToolError("This says nothing. Write a sentence.", { path });
}

function tenantOf({ tenantId }: ToolContext): string {
  if (tenantId) return tenantId;
  throw new HostRefusal("not_found", "Agents are taught for a tenant, and this call has none.");
}
