import type { JsonSchema } from "@callboard/core";
import type { ToolDraft } from "@callboard/core/client";
import { checkTemplate, type ExecutionSpec } from "@callboard/core/execution";
import { checkFields } from "@callboard/core/fields";
import type { EditedTool } from "./editedTool.ts";
import { countStepProblems } from "./stepOrder.ts";

/** The sections of a tool's editor, in their order. */
export const SECTIONS = ["identity", "visibility", "input", "output", "execution"] as const;
export type Section = (typeof SECTIONS)[number];

/** Which section says what is wrong with a part of a tool. */
const SECTION_OF: Readonly<Record<string, Section>> = {
  slug: "identity",
  name: "identity",
  description: "identity",
  userDescription: "identity",
  category: "identity",
  icon: "identity",
  permissionPolicy: "visibility",
  requiredPermission: "visibility",
  enabled: "visibility",
  inputSchema: "input",
  fields: "input",
  outputSchema: "output",
  outputSections: "output",
  executionSpec: "execution",
};

/** What a slug consists of: it is an address, and the name of a function. */
const SLUG = /^[A-Za-z0-9_-]{1,64}$/;

/** What a tool has to say and does not yet, by its part: nothing, or what cannot be an address. */
export function missingIn(tool: EditedTool, isOwn: boolean): ReadonlyMap<string, "needed" | "slugShape"> {
  const found = new Map<string, "needed" | "slugShape">();
  const texts = { name: tool.name, description: tool.description, category: tool.category, slug: tool.slug };
  for (const [part, text] of Object.entries(texts)) if (text.trim() === "") found.set(part, "needed");
  if (!found.has("slug") && !SLUG.test(tool.slug)) found.set("slug", "slugShape");
  if (isOwn && isUnfinished(tool.spec)) found.set("executionSpec", "needed");
  return found;
}

/** Whether something that a spec cannot do without is still to be written. */
function isUnfinished(spec: ExecutionSpec): boolean {
  const isEmpty = (text: string) => text.trim() === "";
  if (spec.kind === "composition") return spec.steps.length === 0 || spec.steps.some(({ tool }) => isEmpty(tool));
  if (spec.kind === "task") return isEmpty(spec.task);
  if (spec.mode === "direct") return isEmpty(spec.prompt_template);
  return isEmpty(spec.agent) || (spec.mode === "skill" && isEmpty(spec.skill));
}

/** How many things each section has to mend; of a tool in code, only what a tenant changes of it counts. */
export function problemCounts(
  tool: EditedTool,
  inputSchema: JsonSchema,
  { isOwn, parts }: { isOwn: boolean; parts: ReadonlySet<string> },
): ReadonlyMap<Section, number> {
  const counts = new Map(SECTIONS.map((section) => [section, 0]));
  const add = (section: Section, count: number) => counts.set(section, (counts.get(section) ?? 0) + count);
  for (const part of parts) {
    const section = SECTION_OF[part];
    if (section) add(section, 1);
  }
  if (!isOwn) return counts;
  if (!parts.has("executionSpec") && hasTemplateProblem(tool, inputSchema)) add("execution", 1);
  if (tool.spec.kind === "composition") add("execution", countStepProblems(tool.spec.steps));
  add("input", checkFields(tool.fields).length);
  // Fields of an output that is a text are not shown, nor sent.
  if (tool.answers === "data") add("output", checkFields(tool.outputFields).length);
  return counts;
}

function hasTemplateProblem({ spec }: EditedTool, inputSchema: JsonSchema): boolean {
  return (
    spec.kind === "prompt" && spec.mode === "direct" && checkTemplate(spec.prompt_template, inputSchema).length > 0
  );
}

/** A tool can be tried before it has a name. */
export function tryable(draft: ToolDraft): ToolDraft {
  const { slug, name, description, category } = draft;
  return {
    ...draft,
    slug: SLUG.test(slug) ? slug : "new-tool",
    name: name || "New tool",
    description: description || "Not described yet.",
    category: category || "custom",
  };
}
