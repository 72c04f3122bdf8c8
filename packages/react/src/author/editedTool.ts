import type { JsonSchema, ToolOutputSection } from "@callboard/core";
import type { AuthoredTool, ToolChanges, ToolDraft } from "@callboard/core/client";
import type { ExecutionSpec } from "@callboard/core/execution";
import { fieldsToSchema, schemaToFields } from "@callboard/core/fields";
import { sameJson, type FieldDefinition } from "@callboard/core/form";

/** A tool as its editor holds it: all of it may be unfinished. */
export interface EditedTool {
  slug: string;
  name: string;
  description: string;
  userDescription: string;
  category: string;
  icon: string;
  enabled: boolean;
  asks: boolean;
  requiredPermission: string;
  fields: readonly FieldDefinition[];
  answers: "text" | "data";
  outputFields: readonly FieldDefinition[];
  outputSections: readonly ToolOutputSection[];
  spec: ExecutionSpec;
}

/** A tool of which nothing is written yet. */
export const NEW_TOOL: EditedTool = {
  slug: "",
  name: "",
  description: "",
  userDescription: "",
  category: "",
  icon: "wand-sparkles",
  enabled: true,
  asks: false,
  requiredPermission: "",
  fields: [],
  answers: "text",
  outputFields: [],
  outputSections: [],
  spec: { kind: "prompt", mode: "direct", prompt_template: "" },
};

/** A saved tool as its editor holds it. */
export function toEdited(tool: AuthoredTool): EditedTool {
  const isText = tool.outputSchema.type === "string" || Object.keys(tool.outputSchema).length === 0;
  return {
    slug: tool.slug,
    name: tool.name,
    description: tool.description,
    userDescription: tool.userDescription ?? "",
    category: tool.category,
    icon: tool.icon,
    enabled: tool.isOn,
    asks: tool.permissionPolicy === "always_ask",
    requiredPermission: tool.requiredPermission ?? "",
    fields: schemaToFields(tool.inputSchema),
    answers: isText ? "text" : "data",
    outputFields: isText ? [] : schemaToFields(tool.outputSchema),
    outputSections: tool.outputSections ?? [],
    spec: tool.executionSpec ?? NEW_TOOL.spec,
  };
}

/** The schema of what an edited tool asks for; what fields do not say stays as it was saved. */
export const inputSchemaOf = ({ fields }: EditedTool, saved?: AuthoredTool): JsonSchema =>
  fieldsToSchema(fields, saved?.inputSchema);

/** An edited tool as it is sent. */
export function toDraft(tool: EditedTool, saved?: AuthoredTool): ToolDraft {
  const text = (value: string) => (value.trim() === "" ? null : value.trim());
  const isPrompt = tool.spec.kind === "prompt";
  // What other tools give comes as it is.
  const answer: JsonSchema = isPrompt ? { type: "string", title: "Answer" } : {};
  const before = saved && toEdited(saved);
  const isSame = before?.answers === tool.answers && (before.spec.kind === "prompt") === isPrompt;
  const savedOutput = isSame ? saved?.outputSchema : undefined;
  return {
    slug: tool.slug.trim(),
    name: tool.name.trim(),
    description: tool.description.trim(),
    userDescription: text(tool.userDescription),
    category: tool.category.trim(),
    icon: tool.icon,
    inputSchema: inputSchemaOf(tool, saved),
    outputSchema: tool.answers === "text" ? (savedOutput ?? answer) : fieldsToSchema(tool.outputFields, savedOutput),
    outputSections: tool.answers === "data" && tool.outputSections.length > 0 ? tool.outputSections : null,
    executionSpec: tool.spec,
    permissionPolicy: tool.asks ? "always_ask" : "auto",
    requiredPermission: text(tool.requiredPermission),
    enabled: tool.enabled,
  };
}

/** What of a saved tool its editor has changed, and nothing else: what nobody touched is not sent. */
export function changesOf(tool: EditedTool, saved: AuthoredTool): ToolChanges {
  const before = toDraft(toEdited(saved), saved);
  const { slug: _slug, ...now } = toDraft(tool, saved);
  const entries = Object.entries(now).filter(([name, value]) => !sameJson(value, before[name as keyof ToolDraft]));
  return Object.fromEntries(entries) as ToolChanges;
}

/** An address for a name: what is left of it in letters, digits and dashes. */
export function slugFor(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64);
}
