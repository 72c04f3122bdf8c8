import type { Handled, InferOutput } from "../schema/inferValue.ts";
import type { JsonSchema, Schema } from "../schema/jsonSchema.ts";
import type { FormSpec } from "../form/model/formSpec.ts";
import type { ToolOutputSection, ViewSpec } from "../view/viewSpec.ts";
import type { Said } from "./said.ts";
import type { ToolMessages } from "./toolMessages.ts";
import type { CallLimits } from "../events/callLimits.ts";
import type { CallContext, ToolCallbacks, ToolContext } from "./context.ts";
import type { Delegation } from "./delegate.ts";
import type { HandedOver } from "./handOver.ts";
import type { ClientPart, InputNeeded } from "./needInput.ts";
import type { ToolGroup } from "./toolGroup.ts";

/** `system` tools are hidden until a tenant enables them; `platform` and `custom` ones are visible until disabled. */
export type ToolOrigin = "system" | "platform" | "custom";

/** Where a tool's definition lives: in code, in code with a tenant's changes, or authored by a tenant. */
export type ToolKind = "code" | "system_override" | "tenant_custom";

/** Whether a call by an agent runs at once or waits for a person's approval. A person's own run never asks. */
export type PermissionPolicy = "auto" | "always_ask";

/** What a handler gives: the output, or what the call waits for before there is one. */
export type HandlerResult<Output> = Output | Delegation | InputNeeded | HandedOver;

type Handler<Input, Output> = (
  input: Input,
  context: CallContext,
  callbacks: ToolCallbacks,
) => Promise<HandlerResult<Output>> | HandlerResult<Output>;

/** What one person has submitted in a session of a collaborative tool. `created_at` is ISO 8601. */
export interface Submission<Input = unknown, Output = unknown> {
  id: string;
  session_id: string;
  user_id: string;
  user_display_name?: string;
  input: Input;
  output: Output | null;
  created_at: string;
}

/**
 * A tool: its identity, schemas and handler. The single source of the form for people and the function for agents. What
 * takes an input is a method, so that tools of any input fit one list.
 */
export interface ToolDefinition<Input = unknown, Output = unknown, InputSchema extends Schema = Schema> {
  /** URL-safe identifier: the function name for agents, the address for people. */
  slug: string;
  name: string;
  /** For agents. Reads like an operating instruction: when to use it, when not, what to try first. */
  description: string;
  /** For people: one sentence that says what it does. Without it they read the first sentence of `description`. */
  userDescription?: string;
  category: string;
  /** A Lucide icon's name, such as `calculator`. */
  icon: string;
  inputSchema: InputSchema;
  outputSchema?: Schema;
  /** The seed's name for `outputSchema`; either is taken. */
  outputSchemaZod?: Schema;
  execute(
    input: Input,
    context: CallContext,
    callbacks: ToolCallbacks,
  ): Promise<HandlerResult<Output>> | HandlerResult<Output>;
  /**
   * What it runs, as data, where `execute` is made from data: a prompt, a query, a server's tool. Part of its version.
   */
  execution?: unknown;
  /**
   * Names this state of the definition, where its source can change it: the `ETag` of its address, its version unless
   * given.
   */
  revision?: string;
  /**
   * The longest that a call may run, in milliseconds, the time that it waits for people left out; the host's limit
   * unless given.
   */
  timeLimit?: number;
  /** How many of a tenant's calls of it may run at once, and begin in a time; the others wait for their turn. */
  limits?: CallLimits;
  /**
   * Whether this context may see and run the tool; true unless given. A reason lets people see it, and says why it does
   * not run now.
   */
  available?: (context: ToolContext) => boolean | { reason: string; needs?: ToolNeed };
  /** One call in a few words, such as its query, for the collapsed card; never raw JSON. */
  summary?(input: Input): Said;
  origin?: ToolOrigin;
  permissionPolicy?: PermissionPolicy;
  requiredPermission?: string;
  /** Tenants that may see it; none or empty means all. */
  tenantSlugs?: string[];
  /** The bundle that it comes with: hidden where that is not installed. */
  bundle?: string;
  /** The group that agents have it by; without one every agent has it. */
  group?: ToolGroup;
  /** Whether several people may fill it in together, in a session that one of them launches. */
  collaborative?: boolean;
  /** The result of what they have submitted; only completed submissions are given, one a person. */
  aggregate?(submissions: Submission<Input, Output>[]): unknown;
  /** How that result is shown, where its shape is not enough. */
  aggregateViewSpec?: ViewSpec;
  outputSections?: ToolOutputSection[];
  /** How the input is asked for, where the form made from the schema is not enough. */
  formSpec?: FormSpec;
  viewSpec?: ViewSpec;
  examples?: string[];
  aliases?: string[];
  /** Whether a call takes its time: an MCP client that follows tasks has it as one at once. */
  longRunning?: boolean;
  /**
   * What an MCP client must have for a call by it to begin: the tool asks that of it by `needInput({ from })`, and no
   * person shall answer in its place. Without it such a client is told what is missing.
   */
  clientNeeds?: readonly ClientPart[];
  /** Whether models may have it; true unless given. People have it either way. */
  asTool?: boolean;
  /** The seed's name for `asTool`; either is taken. */
  as_tool?: boolean;
  /**
   * What a yes to a call comes to, as plain JSON, for whoever approves it; nothing for a call that its input alone says
   * enough of. A tool as it would be is a `ToolPreview`, which cards draw. What it throws ends the call before anybody
   * is asked, and another preview than the one that was approved asks again.
   */
  preview?(input: Input, context: ToolContext): unknown;
  /** Why its approvals are asked for, where there is more to say than what it does: such as that it has changed. */
  approvalReason?: Said;
  /**
   * The templates of what it says of its calls, in `summary`, progress and errors, so that `messages` may translate
   * them.
   */
  phrases?: readonly string[];
  /** Its words in other languages, by language tag: each text of this definition, and what stands in its place. */
  messages?: Record<string, ToolMessages>;
}

/** The nine serialisable fields of a tool: neither schema nor execute. */
export type ToolMeta = Pick<
  ToolDefinition,
  | "slug"
  | "name"
  | "description"
  | "category"
  | "icon"
  | "collaborative"
  | "outputSections"
  | "requiredPermission"
  | "tenantSlugs"
>;

/** What a tool may be waiting for that whoever runs the host can give. */
export type ToolNeed = "model";

/**
 * A tool as a library lists it: its meta, its words for people and what it is found by, and the two facets that the
 * registry adds.
 */
export type ToolListing = ToolMeta &
  Pick<ToolDefinition, "userDescription" | "messages" | "examples" | "aliases"> & {
    origin: ToolOrigin;
    kind: ToolKind;
    /** The source that it comes from, as the host's catalog names it; left out for one that the app has registered. */
    source?: string;
    /** Why whoever lists it may see it and not run it now; left out where they may. */
    locked?: string;
    /** What the host would have to have for it to run, where that is known. */
    needs?: ToolNeed;
  };

/** A tool as its page needs it: the listing, both schemas as JSON Schema, and its specs. Plain JSON. */
export type ToolDetail = ToolListing & {
  /** One hash of its definition, specs, source and what it runs. */
  version?: string;
  permissionPolicy: PermissionPolicy;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  formSpec?: FormSpec;
  viewSpec?: ViewSpec;
  aggregateViewSpec?: ViewSpec;
};

/**
 * A typed identity: gives `execute` the types of the schemas.
 * @example
 * ```ts
 * export default defineTool({
 *   slug: "double", name: "Double", description: "Doubles a number.", category: "analysis", icon: "calculator",
 *   inputSchema: z.object({ value: z.number() }),
 *   outputSchema: z.object({ result: z.number() }),
 *   execute: ({ value }) => ({ result: value * 2 }),
 * });
 * ```
 */
export function defineTool<I extends Schema, O extends Schema, Said = InferOutput<I>>(
  definition: Omit<
    ToolDefinition<Handled<I, Said>, Handled<O, unknown>, I>,
    "execute" | "outputSchema" | "outputSchemaZod"
  > & {
    outputSchema: O;
    execute: Handler<Handled<I, Said>, Handled<O, unknown>>;
  },
): ToolDefinition<Handled<I, Said>, Handled<O, unknown>, I> {
  return definition;
}
