import type { AnswerAction, NewEvent } from "../events/event.ts";
import { plainCopy } from "../json/plainCopy.ts";
import type { Schema } from "../schema/jsonSchema.ts";
import { toJsonSchema } from "../schema/toJsonSchema.ts";

/** What the program of whoever calls may have, beside a person: a language model, and the folders that it works in. */
export type ClientPart = "model" | "roots";

/** A question that a handler asks a person. */
export interface InputQuestion {
  /** Names the question among those of its call: the answer stands in `context.answers` under it. */
  key: string;
  /** The question, in words. */
  message: string;
  /** Who asks, where that is not the tool itself: such as the server that it runs on. People are told. */
  asker?: string;
  /**
   * What the answer looks like: a person gets its form, and the answer is checked against it. Without it, and without a
   * `url`, the answer is a plain yes.
   */
  schema?: Schema;
  /**
   * What of the caller's program may answer by itself, where that is an MCP client which has it: its model is given the
   * message, and answers `{ text }`; its folders are `{ roots: [{ uri, name? }] }`. Everywhere else a person gets the
   * form of that answer, so such a question has no `schema`.
   */
  from?: ClientPart;
  /** The longest that an answer of a model may be, in tokens; default: 1,000. */
  maxTokens?: number;
  /** An address to open in place of a form: for what must not pass through the chat, such as a password. */
  url?: string;
  /** How long a person has to answer, in milliseconds; default: the host's `approvalTtl`. */
  expiresIn?: number;
}

/**
 * What a handler returns to ask a person: the call waits in the log, and the handler is called again with the answers.
 */
export interface InputNeeded {
  questions: readonly InputQuestion[];
  state?: unknown;
}

/** A person's answer to a question: `content` fits the question's schema. */
export type InputAnswer = { action: "accept"; content: unknown } | { action: Exclude<AnswerAction, "accept"> };

const INPUT_NEEDED = Symbol.for("callboard.inputNeeded");

/**
 * What a handler returns to ask a person one question, or several at once. The handler is called again from its first
 * line when all are answered, with the answers in `context.answers` and `state` in `context.state`: nothing waits in
 * memory, so a question survives the process.
 * @example
 * ```ts
 * execute: ({ city }, { answers }) => {
 *   const schema = z.object({ day: z.iso.date() });
 *   const day = answers.day ?? needInput({ key: "day", message: "For which day?", schema });
 *   // …
 * }
 * ```
 */
export function needInput(question: InputQuestion | readonly InputQuestion[], state?: unknown): InputNeeded {
  const questions = "key" in question ? [question] : question;
  return Object.defineProperty({ questions, ...(state !== undefined && { state }) }, INPUT_NEEDED, { value: true });
}

export function isInputNeeded(value: unknown): value is InputNeeded {
  return typeof value === "object" && value !== null && INPUT_NEEDED in value;
}

/** What an answer in place of the caller's program looks like. */
const ANSWER_OF: Readonly<Record<ClientPart, Schema>> = {
  model: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  roots: {
    type: "object",
    properties: {
      roots: {
        type: "array",
        items: { type: "object", properties: { uri: { type: "string" }, name: { type: "string" } }, required: ["uri"] },
      },
    },
    required: ["roots"],
  },
};

/** The events that ask a handler's questions; `meta` holds what the host needs to call the handler again. */
export function questionEvents(
  callId: string,
  { questions, state }: InputNeeded,
  host: { askId: () => string; expiresAt?: (question: InputQuestion) => number | undefined; meta?: object },
): NewEvent[] {
  if (questions.length === 0) throw new Error("needInput() was given no question. Give it one, or return the output.");
  return questions.map((question) => {
    const { key, message, asker, url, from, maxTokens } = question;
    if (from && (question.schema || url !== undefined)) {
      throw new Error(
        `needInput() asks "${from}" of a client, whose answer has its own shape: leave schema and url out.`,
      );
    }
    const schema = from ? ANSWER_OF[from] : question.schema;
    return {
      type: "tool.needs_input",
      callId,
      askId: host.askId(),
      message,
      ...(asker !== undefined && { asker }),
      ...(schema && { schema: plainCopy(toJsonSchema(schema)) }),
      ...(url !== undefined && { url: addressOf(url) }),
      ...(state !== undefined && { state: plainCopy(state) }),
      expiresAt: host.expiresAt?.(question),
      meta: { ...host.meta, key, ...(from && { from }), ...(maxTokens !== undefined && { maxTokens }) },
    };
  });
}

/** Only a page can be opened: an address of another kind would run something, or read a file. */
function addressOf(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol === "https:" || protocol === "http:") return href;
  throw new Error(`needInput() takes addresses of pages, and "${protocol}" is none. Give one that begins with https:.`);
}

/** What was asked and answered in a call so far: what its handler is given when it runs again. */
export interface GivenAnswers {
  /** Takes the call's next event. */
  note(event: NewEvent): void;
  /** Whether any question was asked. */
  readonly hasAsked: boolean;
  given(): { answers: Record<string, InputAnswer>; state?: unknown };
}

/** Creates the answers of a call that has asked nothing yet. */
export function createGivenAnswers(): GivenAnswers {
  const keys = new Map<string, string>();
  const answers = new Map<string, InputAnswer>();
  let state: unknown;
  return {
    note(event) {
      if (event.type === "tool.needs_input") {
        const { key } = event.meta ?? {};
        keys.set(event.askId, typeof key === "string" ? key : event.askId);
        state = event.state;
      } else if (event.type === "tool.handed_over") {
        state = event.state;
      } else if (event.type === "tool.input_given") {
        const { action, content } = event;
        answers.set(keys.get(event.askId) ?? event.askId, action === "accept" ? { action, content } : { action });
      }
    },
    get hasAsked() {
      return keys.size > 0;
    },
    given: () => ({ answers: Object.fromEntries(answers), ...(state !== undefined && { state }) }),
  };
}
