import { ToolError, type CallContext, type JsonSchema, type ToolContext, type ToolDefinition } from "@callboard/core";
import type { Entity } from "@callboard/core/client";
import { HostRefusal, type Kernel } from "@callboard/server";
import type { Bundle, ComposedTool } from "../bundles/bundle.ts";
import { createEntities, type Entities, type EntityTypeDefinition } from "../entities/entities.ts";
import { createEntityRows } from "../entities/entityRows.ts";
import { objectSchema } from "../tools/objectSchema.ts";
import { startTask } from "../execution/startWork.ts";
import { refusedCall } from "../tools/refusedCall.ts";
import { citationProblems, claimsSchema, type Claim } from "./claims.ts";
import { COMPOSER, composeClaims } from "./composeClaims.ts";
import { generateExecutiveSummaryCore, type Engagement, type GenerateOutput } from "./generateExecutiveSummary.ts";
import { MOST_SOURCES, readSummary, sourceIdsOf, titleOf, writeFields } from "./summaryGraph.ts";
import { CLAIM_FIELDS, SUMMARY_STEPS, SUMMARY_TASKS, type SummaryTask } from "./summaryTasks.ts";
import {
  LANGUAGE_NAMES,
  LANGUAGES,
  SUMMARY_BUNDLE,
  SUMMARY_TYPE,
  summaryType,
  type BriefLanguage,
} from "./summaryType.ts";
import { messages } from "./words.ts";

/** What a tenant has said of its briefs. */
export interface SummarySettings {
  /** Stands at the end of each brief. */
  disclaimer?: string;
  /** Who may read it, such as “Confidential”, shown at its head. */
  classification?: string;
}

export interface ExecutiveSummaryOptions {
  /** The type of entities that briefs are about. */
  engagementType: string;
  /** The settings of a tenant: read when a brief is made, and kept in it. */
  settings?: (context: ToolContext) => SummarySettings | Promise<SummarySettings>;
  /** Milliseconds before each word of the script that writes where no model is connected; default: 0. */
  pace?: number;
}

/** A bundle of executive summaries, with the types of entities that go to the entities module. */
export interface ExecutiveSummaryBundle extends Bundle {
  entityTypes: readonly EntityTypeDefinition[];
}

/** The tool whose steps are the tasks. */
const COMPOSE = "composeExecutiveSummary";

const shared = {
  category: "writing",
  origin: "platform",
  messages,
} as const;

/**
 * Executive summaries as a bundle: a thin tool that makes one entity and answers at once, and seven tasks of the engine
 * that fill in its fields.
 * @example
 * ```ts
 * const summaries = executiveSummary({ engagementType: "customer" });
 * const types = [customer, ...summaries.entityTypes];
 * const modules = [createPlatform({ bundles: [summaries] }), entitiesModule({ types })];
 * ```
 */
export function executiveSummary(options: ExecutiveSummaryOptions): ExecutiveSummaryBundle {
  return {
    name: SUMMARY_BUNDLE,
    entityTypes: [summaryType],
    open(kernel) {
      const rows = createEntityRows(kernel.store);
      const entities = createEntities({ rows, types: [summaryType], documents: undefined });
      return {
        tools: [generateTool(kernel, entities, options)],
        tasks: [composeTool, ...SUMMARY_TASKS.map((task) => taskTool(kernel, entities, task, options.pace ?? 0))],
        agents: [COMPOSER],
      };
    },
  };
}

function generateTool(kernel: Kernel, entities: Entities, { engagementType, settings }: ExecutiveSummaryOptions) {
  const tool: ToolDefinition<{ engagementId: string; language?: BriefLanguage }> = {
    ...shared,
    slug: "generateExecutiveSummary",
    name: "Generate Executive Summary",
    icon: "file-text",
    requiredPermission: "entities.team.create",
    description:
      "Begins an executive summary of an engagement and answers at once with its entityId and briefUrl; its fields are written in the " +
      "background, so do not wait for them: give the person the briefUrl. The engagement has to be connected with at least three entities. " +
      "Where it is refused, `error` has a code and says what to do.",
    userDescription: "Has a brief written from what an engagement is connected with.",
    inputSchema: objectSchema(
      {
        engagementId: {
          type: "string",
          minLength: 1,
          maxLength: 80,
          title: "Engagement",
          description: "What the brief is about.",
          "x-entity-type": engagementType,
        },
        language: {
          type: "string",
          oneOf: LANGUAGES.map((language) => ({ const: language, title: LANGUAGE_NAMES[language] })),
          default: "en",
          title: "Language",
        },
      },
      ["engagementId"],
    ),
    outputSchema: GENERATED,
    viewSpec: {
      blocks: [
        {
          type: "summary",
          config: {
            fields: [
              { key: "briefUrl", label: "Brief", format: "plain" },
              { key: "sourceEntityCount", label: "Sources", format: "number" },
              { key: "error.message", label: "Refused", format: "plain" },
            ],
          },
        },
      ],
    },
    async execute({ engagementId, language = "en" }, context): Promise<GenerateOutput> {
      const tenantId = context.tenantId ?? "";
      const entity = await found(entities, context, engagementId);
      const sourceIds = entity ? sourceIdsOf(entity) : [];
      return generateExecutiveSummaryCore(
        { engagementId },
        {
          bundleInstalled: !!context.bundles?.includes(SUMMARY_BUNDLE),
          activeTenantId: tenantId,
          activeWorkspaceId: context.spaceId,
          // Rows of other tenants are not found: what is found is this tenant's.
          engagement: entity && engagementOf(entity, tenantId, sourceIds.length),
          urlOf: (id) => `/briefs/${id}`,
          async createBrief({ title, id }) {
            const { disclaimer, classification } = (await settings?.(context)) ?? {};
            const used = sourceIds.slice(0, MOST_SOURCES);
            const content = {
              engagement_id: id,
              source_entity_ids: used,
              language,
              composed_by: context.facts?.["model"] === false ? "script" : "model",
              status: "composing",
              run_id: `${context.callId}.task`,
              ...(disclaimer && { disclaimer }),
              ...(classification && { classification }),
            };
            const brief = await entities
              .create(
                { entityTypeSlug: SUMMARY_TYPE, title: titleOf[language](title).slice(0, 300), content },
                { context },
              )
              .catch((error: unknown) => {
                throw refusedCall(error);
              });
            await entities.relate(brief.id, { entityId: id, kind: "engagement" }, context);
            await startTask(kernel, { task: COMPOSE }, tool, { summaryId: brief.id }, context);
            return { id: brief.id, sourceEntityCount: used.length };
          },
        },
      );
    },
  };
  return tool as ToolDefinition;
}

const GENERATED: JsonSchema = {
  type: "object",
  properties: {
    entityId: { type: ["string", "null"], title: "Id" },
    briefUrl: { type: ["string", "null"], title: "Brief" },
    sourceEntityCount: { type: "integer", title: "Sources" },
    error: {
      anyOf: [
        {
          type: "object",
          title: "Refused",
          properties: {
            code: {
              type: "string",
              title: "Code",
              enum: [
                "bundle_not_installed",
                "engagement_not_found",
                "idor_violation",
                "workspace_violation",
                "insufficient_graph",
              ],
            },
            message: { type: "string", title: "Why" },
          },
          required: ["code", "message"],
        },
        { type: "null" },
      ],
    },
  },
  required: ["entityId", "briefUrl", "sourceEntityCount", "error"],
};

/** The entity of an id; undefined where there is none here, and of what is a brief itself. */
async function found(entities: Entities, context: CallContext, id: string): Promise<Entity | undefined> {
  try {
    const entity = await entities.get(context, id);
    return entity.typeSlug === SUMMARY_TYPE ? undefined : entity;
  } catch (error) {
    if (error instanceof HostRefusal && error.code === "entity_not_found") return undefined;
    throw error;
  }
}

/** What is of one workspace alone says so in its content. */
function engagementOf({ id, title, content }: Entity, tenantId: string, connectedEntityCount: number): Engagement {
  const { workspace_id: workspaceId } = content;
  return {
    id,
    title,
    tenantId,
    connectedEntityCount,
    workspaceId: typeof workspaceId === "string" ? workspaceId : null,
  };
}

const taskInput = objectSchema({ summaryId: { type: "string", minLength: 1, maxLength: 40, title: "Brief" } }, [
  "summaryId",
]);

const CHECKED: JsonSchema = {
  type: "object",
  properties: {
    claims: { type: "integer", title: "Statements checked" },
    sources: { type: "integer", title: "Sources cited" },
  },
  required: ["claims", "sources"],
};

/** A call of a task in a few words: its input is an id, which says nothing to people. */
const ofBrief = { phrases: ["Executive summary"], summary: () => ({ template: "Executive summary" }) };

const composeTool: ComposedTool = {
  ...shared,
  ...ofBrief,
  slug: COMPOSE,
  name: "Write a Brief",
  icon: "workflow",
  requiredPermission: "entities.team.update",
  description: "Fills in the fields of an executive summary that generateExecutiveSummary has made.",
  userDescription: "Has all fields of a brief written.",
  inputSchema: taskInput,
  outputSchema: CHECKED,
  execution: { kind: "composition", steps: [...SUMMARY_STEPS] },
};

function taskTool(kernel: Kernel, entities: Entities, task: SummaryTask, pace: number): ToolDefinition {
  const { slug, name, icon, field } = task;
  const tool: ToolDefinition<{ summaryId: string }> = {
    ...shared,
    ...ofBrief,
    slug,
    name,
    icon,
    requiredPermission: "entities.team.update",
    description:
      field === "citations"
        ? "Checks that each claim of an executive summary names sources, and only those that it was given."
        : `Writes the field ${field} of an executive summary. ${task.brief}`,
    userDescription: field === "citations" ? "Checks the sources of a brief." : "Writes one field of a brief.",
    inputSchema: taskInput,
    outputSchema:
      field === "citations"
        ? CHECKED
        : { type: "object", properties: { claims: claimsSchema("Statements") }, required: ["claims"] },
    ...(field !== "citations" && {
      viewSpec: {
        blocks: [
          { type: "table", key: "claims", config: { columns: [{ key: "text", label: "Statement", format: "plain" }] } },
        ],
      },
    }),
    async execute({ summaryId }, context, callbacks) {
      const summary = await readSummary(entities, context, summaryId);
      if (field === "citations") {
        const citations = checkCitations(summary.written, summary.sourceIds);
        await writeFields(entities, context, summaryId, { citations, status: "complete" });
        return citations;
      }
      const claims = await composeClaims(kernel, { ...task, field }, summary, context, callbacks, pace);
      await writeFields(entities, context, summaryId, { [field]: claims });
      return { claims };
    },
  };
  return tool as ToolDefinition;
}

/**
 * How much of a brief's fields was checked.
 * @throws ToolError where a field is missing, or a claim has no source or one that the brief was not given.
 */
export function checkCitations(
  written: Readonly<Record<string, readonly Claim[] | undefined>>,
  known: ReadonlySet<string>,
): { claims: number; sources: number } {
  const problems = CLAIM_FIELDS.flatMap((field) =>
    citationProblems(written[field], known).map((problem) => `${field}: ${problem}`),
  );
  if (problems.length > 0)
    throw new ToolError(
      `The brief is refused as it stands. ${problems.slice(0, 5).join(" ")} Have that field written again.`,
    );
  const all = CLAIM_FIELDS.flatMap((field) => written[field] ?? []);
  return { claims: all.length, sources: new Set(all.flatMap((claim) => claim.source_entity_ids)).size };
}
