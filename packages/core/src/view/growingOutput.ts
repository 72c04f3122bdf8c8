import { createPartialJson, type PartialJson } from "../json/partialJson.ts";
import { sameJson } from "../json/sameJson.ts";
import type { Block, TextForm } from "./block.ts";
import { cleanText } from "./cleanText.ts";
import { withIds } from "./inferBlocks.ts";
import { readMcpResult, textsOf } from "./mcpContent.ts";
import { parseJsonText } from "./outputText.ts";
import { growingForm } from "./textForm.ts";
import { toolOutputToBlocks, type ToolOutputRequest } from "./toolOutputToBlocks.ts";

/** Longer texts are not read as data while they grow. */
const longestRead = 200_000;
/** Characters of the end that are drawn of a long text; what is above them is in the log. */
const longestTail = 20_000;
/** Fewer whole lines are no table yet. */
const fewestLines = 4;

/**
 * Reads a text that still grows into the blocks of what is there: JSON as its value so far, rows as a table of the
 * whole lines, anything else as text. What a text is once taken for changes as seldom as can be, so that what is drawn
 * grows and does not flicker.
 */
export function createGrowingBlocks(): (request: Omit<ToolOutputRequest, "output"> & { text: string }) => Block[] {
  let read = "";
  let json: PartialJson | null = null;
  let rows: "unknown" | "yes" | "no" = "unknown";
  let form: TextForm = "plain";
  const asTable = (text: string): Block[] | null => {
    const lines = text.slice(0, text.lastIndexOf("\n") + 1);
    if (rows === "no" || text.length > longestRead || lines.split("\n", fewestLines + 1).length <= fewestLines)
      return null;
    const blocks = toolOutputToBlocks({ output: lines });
    const isTable = blocks.length === 1 && blocks[0]!.type === "table";
    if (isTable) rows = "yes";
    else if (rows === "yes") rows = "no";
    return isTable ? blocks : null;
  };
  return ({ text: given, ...specs }) => {
    const text = cleanText(given);
    if (!text.startsWith(read)) {
      json = null;
      rows = "unknown";
      form = "plain";
      read = "";
    }
    if (read === "" && /^\s*[[{]/.test(text)) json = createPartialJson();
    if (json && text.length <= longestRead) {
      json.push(text.slice(read.length));
      read = text;
      if (!json.error && json.value !== undefined) {
        // Whole, it is read once more, so that numbers beyond JavaScript's keep their digits.
        const blocks = toolOutputToBlocks({ ...specs, output: json.done ? text : json.value });
        return blocks.filter((block) => block.type !== "empty");
      }
    }
    read = text;
    const table = asTable(text);
    if (table) return table;
    if (form === "plain") form = growingForm(text);
    const shown = tailOf(text);
    return withIds([{ type: "text", path: "", value: shown, text: shown, form }]);
  };
}

function tailOf(text: string): string {
  if (text.length <= longestTail) return text;
  const cut = text.indexOf("\n", text.length - longestTail);
  return `…\n${text.slice(cut < 0 ? text.length - longestTail : cut + 1)}`;
}

/**
 * Whether an output only says what was streamed before it: the text itself, the value that it is the JSON of, or
 * nothing at all.
 */
export function isTextOf(output: unknown, text: string): boolean {
  if (output === null || output === undefined) return true;
  if (typeof output === "string") return output.trimEnd() === text.trimEnd();
  if (typeof output !== "object") return String(output) === text.trim();
  const result = readMcpResult(output);
  if (result && result.structured === undefined && result.parts.every((part) => part.type === "text")) {
    const texts = textsOf(result);
    return ["", "\n"].some((between) => texts.join(between).trimEnd() === text.trimEnd());
  }
  try {
    return sameJson(parseJsonText(text), output);
  } catch {
    // Nested beyond what can be compared.
    return false;
  }
}
