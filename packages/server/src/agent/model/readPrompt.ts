import type { LanguageModelV3CallOptions, LanguageModelV3ToolResultOutput } from "@ai-sdk/provider";

/** How a call of this conversation ended, as its result told it. */
export interface ToolOutcome {
  tool: string;
  input: Record<string, unknown>;
  kind: "output" | "error" | "denied" | "expired" | "cancelled" | "interrupted";
  /** The output as data, where it is some; else the words of the result. */
  value: unknown;
  words: string;
}

/** What an answer has to be made from. */
export interface Turn {
  /** The last message, or the sub-agent's question. */
  request: string;
  /** The fields of a task that came as JSON; none for a person's message. */
  facts: Readonly<Record<string, unknown>>;
  /** What the calls since that message gave. */
  outcomes: ToolOutcome[];
  /** What the calls before it gave. */
  earlier: ToolOutcome[];
  /** What a result said of the calls that are left. */
  budget: string | null;
}

const BUDGET = /\n*(Tool budget[^\n]*)\s*$/i;

/** Reads the conversation: the request, and how far it has been followed. */
export function readPrompt(prompt: LanguageModelV3CallOptions["prompt"]): Turn {
  const inputs = new Map<string, Record<string, unknown>>();
  let text = "";
  let outcomes: ToolOutcome[] = [];
  let earlier: ToolOutcome[] = [];
  let budget: string | null = null;
  for (const message of prompt) {
    if (message.role === "user") {
      text = message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
      earlier = [...earlier, ...outcomes];
      outcomes = [];
      budget = null;
    }
    if (message.role !== "assistant" && message.role !== "tool") continue;
    for (const part of message.content) {
      if (part.type === "tool-call") inputs.set(part.toolCallId, recordOf(part.input));
      if (part.type !== "tool-result") continue;
      const read = readResult(part.output);
      budget = read.budget ?? budget;
      outcomes.push({ tool: part.toolName, input: inputs.get(part.toolCallId) ?? {}, ...read.outcome });
    }
  }
  const facts = factsOf(text);
  const request = facts ? requestOf(facts) : text.trim();
  return { request, facts: facts ?? {}, outcomes, earlier, budget };
}

/** A sub-agent's task is a JSON object; a person's message is not taken for one. */
function factsOf(text: string): Record<string, unknown> | null {
  if (!/^\s*\{/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function requestOf(facts: Record<string, unknown>): string {
  for (const key of ["question", "task", "request", "prompt", "instructions", "query"]) {
    const value = facts[key];
    if (typeof value === "string" && value.trim()) return value.trim();
  }
  return Object.values(facts)
    .filter((value) => typeof value === "string")
    .join(" ");
}

function readResult(output: LanguageModelV3ToolResultOutput): {
  outcome: Omit<ToolOutcome, "tool" | "input">;
  budget: string | null;
} {
  switch (output.type) {
    case "json":
      return { outcome: { kind: "output", value: output.value, words: JSON.stringify(output.value) }, budget: null };
    case "error-json":
      return {
        outcome: { kind: "error", value: output.value, words: JSON.stringify(output.value) },
        budget: null,
      };
    case "execution-denied":
      return { outcome: { kind: "denied", value: null, words: output.reason ?? "" }, budget: null };
    case "content": {
      const text = output.value.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
      return readText(text, false);
    }
    default:
      return readText(output.value, output.type === "error-text");
  }
}

function readText(text: string, isError: boolean) {
  const budget = BUDGET.exec(text)?.[1] ?? null;
  const words = text.replace(BUDGET, "").trim();
  const kind = isError ? "error" : kindOf(words);
  return { outcome: { kind, value: kind === "output" ? dataOf(words) : words, words: wordsOfEnd(words) }, budget };
}

function kindOf(words: string): ToolOutcome["kind"] {
  if (/^Error(?: \([\w-]+\))?:/.test(words)) return "error";
  if (words.startsWith("Denied by ")) return "denied";
  if (words.startsWith("Nobody approved ")) return "expired";
  if (words.startsWith("The call was cancelled")) return "cancelled";
  if (words.startsWith("The call was interrupted")) return "interrupted";
  return "output";
}

/** What an ended call's result says to a person: without its code and without what only a model is told. */
function wordsOfEnd(words: string): string {
  return words
    .replace(/^Error(?: \([\w-]+\))?:\s*/, "")
    .replace(/^Denied by the user:?\s*/, "")
    .replace(/\s*Do not try the same again; go on without it\.$/, "")
    .replace(/^The call was cancelled:?\s*/, "")
    .trim();
}

function dataOf(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return words;
  }
}

/** The records of an output: the list that it is or has. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  const lists = Array.isArray(value)
    ? [value]
    : Object.values((typeof value === "object" && value) || {}).filter(Array.isArray);
  const list = lists.find((each: unknown[]) => each.some((item) => typeof item === "object" && item !== null));
  return ((list as unknown[] | undefined) ?? []).filter(
    (item): item is Record<string, unknown> => typeof item === "object" && item !== null && !Array.isArray(item),
  );
}

function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value === "string") return recordOf(dataOf(value) === value ? {} : dataOf(value));
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Whether a call gave a stretch of a document. */
export function isReading({ kind, value }: ToolOutcome): boolean {
  return (
    kind === "output" &&
    typeof (value as { text?: unknown } | null)?.text === "string" &&
    typeof (value as { path?: unknown }).path === "string"
  );
}
