import { humanizeFieldName } from "@callboard/core";
import type { VersionChange } from "@callboard/core/client";
import { pointerSegments } from "@callboard/core/form";
import { authorEnglish } from "../../messages/authorEnglish.ts";
import { editorEnglish } from "../../messages/editorEnglish.ts";
import type { InputChange } from "./inputChanges.ts";

/** The words that changes of a tool are said in. */
export const changeWords = { ...authorEnglish, ...editorEnglish };
type Word = keyof typeof changeWords;

/** The words of a tool's parts, as its editor has them. */
const PARTS: Readonly<Record<string, Word>> = {
  name: "author.name",
  description: "author.description",
  userDescription: "author.userDescription",
  category: "author.category",
  icon: "author.icon",
  inputSchema: "author.input",
  outputSchema: "author.output",
  outputSections: "author.parts",
  executionSpec: "author.execution",
  permissionPolicy: "author.policy",
  requiredPermission: "author.permission",
  isOn: "author.switch",
};

/** The words of the parts of an execution. */
const IN_EXECUTION: Readonly<Record<string, Word>> = {
  kind: "author.kind",
  prompt_template: "author.prompt",
  skill: "author.skill",
  agent: "author.agent",
  task: "author.taskTool",
  wait: "author.taskWait",
  steps: "author.kind.steps",
  input: "author.input",
  output: "author.output",
};

/** The words of what a JSON Schema says of a field, as the field editor has them. */
const IN_SCHEMA: Readonly<Record<string, Word>> = {
  title: "editor.set.label",
  description: "editor.set.help",
  type: "editor.set.type",
  required: "editor.set.required",
  default: "editor.set.default",
  enum: "editor.section.options",
  oneOf: "editor.section.options",
  minimum: "editor.set.minimum",
  maximum: "editor.set.maximum",
  minLength: "editor.set.minLength",
  maxLength: "editor.set.maxLength",
  minItems: "editor.set.minItems",
  maxItems: "editor.set.maxItems",
  pattern: "editor.set.pattern",
};

/** Values that have their own words. */
const VALUES: Readonly<Record<string, Readonly<Record<string, Word>>>> = {
  permissionPolicy: { auto: "author.policy.auto", always_ask: "author.policy.always_ask" },
  isOn: { true: "author.switch.on", false: "author.switch.off" },
};

/** Keys of a JSON Schema that hold others, and say nothing to people. */
const HOLDERS: ReadonlySet<string> = new Set(["properties", "items", "$defs"]);

/** What has changed of a tool, place by place, in the words of its editor. */
export function toolChanges(changes: readonly VersionChange[], t: (word: Word) => string): InputChange[] {
  return changes.map(({ path, before, now }) => {
    const segments = pointerSegments(path);
    const [part = "", ...inside] = segments;
    const word = Object.hasOwn(PARTS, part) ? PARTS[part] : undefined;
    const words = inside.flatMap((segment, index) => wordsOf(segment, part, inside[index - 1]));
    const said = Object.hasOwn(VALUES, part) ? VALUES[part] : undefined;
    const inWords = (value: unknown) => {
      const key = String(value);
      return said && Object.hasOwn(said, key) && said[key] ? t(said[key]) : value;
    };
    return {
      path: segments,
      label: [word ? t(word) : humanizeFieldName(part), ...words].join(" › "),
      before: inWords(before),
      after: inWords(now),
    };
  });

  function wordsOf(segment: string, part: string, above: string | undefined): string[] {
    if (/^\d+$/.test(segment)) return [String(Number(segment) + 1)];
    if (part === "executionSpec") {
      const word = Object.hasOwn(IN_EXECUTION, segment) ? IN_EXECUTION[segment] : undefined;
      return [word ? t(word) : humanizeFieldName(segment)];
    }
    // A field may be called as a keyword is.
    if (above === "properties") return [humanizeFieldName(segment)];
    if (HOLDERS.has(segment)) return [];
    const word = Object.hasOwn(IN_SCHEMA, segment) ? IN_SCHEMA[segment] : undefined;
    return [word ? t(word) : humanizeFieldName(segment)];
  }
}
