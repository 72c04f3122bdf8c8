import { asRecord, isRecord, recordsOf, textOr } from "../json/record.ts";
import { cannotCarry, readAnswer, type AskAnswer } from "./askAnswer.ts";

/** What an interrupt asks a person: to review an action of the agent, or a question. */
export type InterruptAsk =
  | { kind: "approval"; name: string; args: unknown; description: string | undefined; editing: unknown }
  | { kind: "question"; name: string | undefined; args: unknown; message: string; schema: object };

/** How an interrupt's value is written, and so its answer: LangChain's middleware, agent inbox, or any other. */
export type Dialect = "decisions" | "snake-decisions" | "responses" | "response" | "value";

/**
 * The asks of an interrupt, in their order, each with its id on the timeline and what can be answered besides a yes and
 * a no.
 */
export function interruptAsks(
  interruptId: string,
  value: unknown,
): { askId: string; can: { edit?: boolean; decline?: boolean; skip?: boolean } }[] {
  const { dialect, asks } = readInterrupt(value);
  return asks.map((ask, index) => ({
    askId: askIdOf(interruptId, index),
    can:
      dialect === "value"
        ? { decline: false, skip: false }
        : { edit: ask.kind === "approval" && ask.editing !== undefined },
  }));
}

/** The id of an interrupt's ask on the timeline. */
export function askIdOf(interruptId: string, index: number): string {
  return `${interruptId}:${index}`;
}

/**
 * Persons' answers as the value that the graph is resumed with, in the shape that the interrupt's value asks for. The
 * answers are in the order of its asks.
 * @throws ToolClientError for an answer that the graph cannot take: an edit that is not allowed, or no answer to a
 * question of its own.
 */
export function toResumeValue(value: unknown, answers: readonly AskAnswer[]): unknown {
  const { dialect, asks } = readInterrupt(value);
  const given = asks.map((ask, index) => {
    const answer = answers[index];
    if (!answer) throw cannotCarry(`The graph waits for ${asks.length} answers, and goes on when it has all of them.`);
    return decisionOf(dialect, ask, answer);
  });
  if (dialect === "decisions" || dialect === "snake-decisions") return { decisions: given };
  return dialect === "responses" ? given : given[0];
}

/** What a graph was answered to one of its asks. */
export type Decision =
  { is: "yes"; value: unknown } | { is: "edit"; input: unknown } | { is: "no"; reason: string | undefined };

/** Reads the decision about one ask; undefined where an answer has none about it. */
export function readDecision(
  dialect: Dialect,
  ask: InterruptAsk["kind"],
  response: unknown,
  index: number,
): Decision | undefined {
  if (dialect === "value") return { is: "yes", value: response };
  const decisions = Array.isArray(response) ? response : isRecord(response) ? response["decisions"] : undefined;
  const decision: unknown = Array.isArray(decisions) ? decisions[index] : response;
  if (decision === undefined) return undefined;
  if (!isRecord(decision)) return { is: "yes", value: decision };
  const type = textOr(decision["type"]) ?? "approve";
  if (ask === "question") {
    return type === "ignore" ? { is: "no", reason: undefined } : { is: "yes", value: decision["args"] };
  }
  const action = decision["editedAction"] ?? decision["edited_action"];
  const edited = isRecord(action) ? action : decision["args"];
  if (/^(reject|ignore|deny|response|respond)/.test(type))
    return { is: "no", reason: textOr(decision["message"]) ?? textOr(decision["args"]) };
  if (type === "edit" && isRecord(edited)) return { is: "edit", input: edited["args"] ?? edited };
  return { is: "yes", value: decision };
}

/**
 * A person's answer to one ask of an interrupt, as it stands among the others.
 * @throws ToolClientError for an answer that the graph cannot take.
 */
export function toDecision(value: unknown, index: number, answer: AskAnswer): unknown {
  const { dialect, asks } = readInterrupt(value);
  return decisionOf(dialect, asks[index]!, answer);
}

function decisionOf(dialect: Dialect, ask: InterruptAsk, answer: AskAnswer): unknown {
  const { isYes, value, reason } = readAnswer(answer);
  if (dialect === "value") {
    if (isYes) return value ?? true;
    throw cannotCarry("This graph goes on by an answer only. Answer it, or stop the run.");
  }
  const isInbox = dialect === "response" || dialect === "responses";
  if (ask.kind === "question")
    return isYes ? { type: "response", args: textIn(value) } : { type: "ignore", args: null };
  const isEdited = isYes && value !== undefined;
  if (isEdited && ask.editing === undefined) {
    throw cannotCarry("This agent takes no edited input. Approve what it asks for, or deny it and say why.");
  }
  if (isInbox) {
    if (isEdited) return { type: "edit", args: { action: ask.name, args: value } };
    if (!isYes && reason !== undefined) return { type: "response", args: reason };
    return { type: isYes ? "accept" : "ignore", args: null };
  }
  if (isEdited) {
    return {
      type: "edit",
      [dialect === "decisions" ? "editedAction" : "edited_action"]: { name: ask.name, args: value },
    };
  }
  if (isYes) return { type: "approve" };
  return { type: "reject", ...(reason !== undefined && { message: reason }) };
}

/**
 * What an interrupt asks, by its value: each action that LangChain's human-in-the-loop middleware (JavaScript's words
 * or Python's) or the agent inbox lists, else one question. A question's form is the schema or the choices that its
 * value has, else a text.
 */
export function readInterrupt(value: unknown): { dialect: Dialect; asks: InterruptAsk[] } {
  const fields = asRecord(value);
  for (const dialect of ["decisions", "snake-decisions"] as const) {
    const isPlain = dialect === "decisions";
    const requests = fields[isPlain ? "actionRequests" : "action_requests"];
    if (!Array.isArray(requests)) continue;
    const reviews = recordsOf(fields[isPlain ? "reviewConfigs" : "review_configs"]);
    const asks = recordsOf(requests).map((one): InterruptAsk => {
      const name = textOr(one["name"]) ?? "action";
      const review = reviews.find((other) => (other["actionName"] ?? other["action_name"]) === name);
      const allowed = review?.["allowedDecisions"] ?? review?.["allowed_decisions"];
      const canEdit = Array.isArray(allowed) && allowed.includes("edit");
      const schema = review?.["argsSchema"] ?? review?.["args_schema"] ?? { type: "object" };
      const description = textOr(one["description"]);
      return { kind: "approval", name, args: one["args"], description, editing: canEdit ? schema : undefined };
    });
    if (asks.length > 0) return { dialect, asks };
  }
  const inbox = recordsOf(Array.isArray(value) ? value : [value]).filter((one) => isRecord(one["action_request"]));
  if (inbox.length > 0) return { dialect: Array.isArray(value) ? "responses" : "response", asks: inbox.map(inboxAsk) };
  return { dialect: "value", asks: [questionOf(value)] };
}

/** A request of the agent inbox: one that takes nothing but words is a question. */
function inboxAsk(request: Record<string, unknown>): InterruptAsk {
  const { action, args } = asRecord(request["action_request"]);
  const config = asRecord(request["config"]);
  const name = textOr(action) ?? "action";
  const description = textOr(request["description"]);
  const takesWords =
    config["allow_respond"] === true && config["allow_accept"] !== true && config["allow_edit"] !== true;
  if (takesWords) return { kind: "question", name, args, message: description ?? name, schema: { type: "string" } };
  const editing = config["allow_edit"] === true ? { type: "object" } : undefined;
  return { kind: "approval", name, args, description, editing };
}

const SCHEMAS = ["schema", "responseSchema", "response_schema", "requestedSchema"];
const CHOICES = ["options", "choices"];
const MESSAGES = [
  "question",
  "message",
  "prompt",
  "instruction",
  "instructions",
  "description",
  "title",
  "action",
  "name",
];

function questionOf(value: unknown): InterruptAsk {
  const fields = asRecord(value);
  const said = typeof value === "string" ? value : MESSAGES.map((name) => textOr(fields[name])).find(Boolean);
  const schema = SCHEMAS.map((name) => fields[name]).find(isRecord) ?? choiceOf(CHOICES.map((name) => fields[name]));
  const rest = Object.entries(fields).filter(
    ([name, part]) => ![...SCHEMAS, ...CHOICES].includes(name) && part !== said,
  );
  // What is asked about is shown beside the question.
  const args = isRecord(value) ? Object.fromEntries(rest) : typeof value === "string" ? {} : value;
  return { kind: "question", name: undefined, args, message: said ?? "?", schema: schema ?? { type: "string" } };
}

/** One of the choices that a value lists: texts, or records with a value and its words. */
function choiceOf(lists: unknown[]): object | undefined {
  const list: unknown = lists.find((one) => Array.isArray(one) && one.length > 0);
  const oneOf = (Array.isArray(list) ? list : []).flatMap((one: unknown) => {
    const fields = asRecord(one);
    const choice = typeof one === "string" ? one : (fields["value"] ?? fields["id"]);
    if (typeof choice !== "string" && typeof choice !== "number") return [];
    return [{ const: choice, title: textOr(fields["label"]) ?? textOr(fields["title"]) ?? String(choice) }];
  });
  return oneOf.length > 0 ? { oneOf } : undefined;
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
