import type { ExecutionSpec } from "../execution/executionSpec.ts";
import type { FieldDefinition } from "../field/field.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { PermissionPolicy, ToolKind, ToolOrigin } from "../tool/definition.ts";
import type { ToolOutputSection } from "../view/viewSpec.ts";

/** A tool as somebody writes it in a page: its input as fields or as JSON Schema. */
export interface ToolDraft {
  slug: string;
  name: string;
  /** For agents: when to use it, when not. */
  description: string;
  /** For people; the first sentence of `description` unless given. */
  userDescription?: string | null;
  category: string;
  /** A Lucide icon's name. */
  icon: string;
  fields?: readonly FieldDefinition[];
  inputSchema?: JsonSchema;
  outputSchema?: JsonSchema;
  outputSections?: readonly ToolOutputSection[] | null;
  executionSpec: ExecutionSpec;
  /** `auto` unless given. */
  permissionPolicy?: PermissionPolicy;
  requiredPermission?: string | null;
  /** Whether people and agents have it; true unless given. Null of a tool in code: as its code says. */
  enabled?: boolean | null;
}

/** What of a tool is to be another: what is left out stays. Of a tool in code only what a tenant may change. */
export type ToolChanges = Partial<Omit<ToolDraft, "slug">>;

/** A tool as whoever writes or switches it sees it: one of the code, with a tenant's changes, or a tenant's own. */
export interface AuthoredTool extends Required<
  Omit<ToolDraft, "fields" | "executionSpec" | "outputSections" | "userDescription" | "requiredPermission" | "enabled">
> {
  kind: ToolKind;
  origin: ToolOrigin;
  userDescription: string | null;
  outputSections: readonly ToolOutputSection[] | null;
  requiredPermission: string | null;
  /** Null where its code does it. */
  executionSpec: ExecutionSpec | null;
  /** What the tenant has switched; null where it has not. */
  enabled: boolean | null;
  /** Whether the tenant's people have it now. */
  isOn: boolean;
  /** One hash of what it is and runs. */
  version: string;
  /** Names this state of it: sent back as `If-Match`, so that nobody overwrites what they have not seen. */
  revision: string;
  /** What of a tool in code the tenant has changed. */
  changed: readonly string[];
  /** Epoch milliseconds; null of what is not in the database. */
  updatedAt: number | null;
  updatedBy: string | null;
}

/** One part of a tool that a version has changed. */
export interface VersionChange {
  /** JSON Pointer into the tool. */
  path: string;
  /** Both as JSON; left out where there was nothing. */
  before?: unknown;
  now?: unknown;
}

/** What a yes to a change of a tool comes to, for whoever gives it: the `preview` of an approval. */
export interface ToolPreview {
  kind: "tool";
  act: "create" | "update" | "delete";
  /** As it would be; of one that is taken away, as it is. */
  tool: Pick<
    AuthoredTool,
    "slug" | "name" | "description" | "userDescription" | "category" | "icon" | "inputSchema" | "isOn"
  >;
  /** What it was, and would be; nothing of a tool that is new or goes. */
  changes: readonly VersionChange[];
  /** The state that the change is made to; null of a tool that is new. */
  revision: string | null;
}

/** A tool as it was kept once. */
export interface ToolVersion {
  /** The hash of its content. */
  version: string;
  /** Epoch milliseconds. */
  createdAt: number;
  createdBy: string | null;
  /** Against the version before it. */
  changes: readonly VersionChange[];
}

/** What a test of a tool came to; nothing of it is logged. */
export interface ToolTest {
  output: unknown;
  error: string | null;
  durationMs: number;
}

/** What a streamed test says as it happens. */
export type ToolTestPart = { type: "text"; delta: string } | ({ type: "end" } & ToolTest);

/** Tools that come together, which a tenant has once it has installed them. */
export interface ToolBundle {
  bundle: string;
  tools: readonly { slug: string; name: string }[];
  isInstalled: boolean;
  /** Whether every tenant has it, whatever this one says. */
  isForAll: boolean;
}
