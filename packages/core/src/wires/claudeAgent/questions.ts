import { isRecord, textsIn } from "../../json/record.ts";
import { cannotCarry, readAnswer, type AskAnswer } from "../askAnswer.ts";
import { offerOf } from "./suggestions.ts";

/**
 * A request of the control channel to use a tool, as far as its answer depends on it: the arguments of `canUseTool`.
 */
export interface ClaudeToolRequest {
  tool_name?: string;
  input?: unknown;
  /** `suggestions` of `canUseTool`: what a yes may allow from now on. */
  permission_suggestions?: unknown;
}

/** What `canUseTool` resolves to, and what a `control_response` carries. */
export type ClaudePermissionResult =
  | { behavior: "allow"; updatedInput: Record<string, unknown>; updatedPermissions?: Record<string, unknown>[] }
  | { behavior: "deny"; message: string };

/** One of the questions of `AskUserQuestion`. */
interface UserQuestion {
  question: string;
  header: string | undefined;
  options: { label: string; description: string | undefined }[];
  isMany: boolean;
}

/**
 * What the tool `AskUserQuestion` asks, as one question with a form; undefined for another tool, or another form of it.
 */
export function userQuestionOf({
  tool_name: tool,
  input,
}: ClaudeToolRequest): { message: string; schema: object } | undefined {
  const questions = tool === "AskUserQuestion" ? questionsIn(input) : [];
  const [first] = questions;
  if (!first) return undefined;
  if (questions.length === 1) return { message: first.question, schema: schemaOf(first, first.header) };
  const properties = questions.map((one) => [one.question, schemaOf(one, one.question)] as const);
  return {
    message: [...new Set(questions.map(({ header, question }) => header ?? question))].join(" · "),
    schema: { type: "object", properties: Object.fromEntries(properties), required: properties.map(([name]) => name) },
  };
}

/** The answers that an `updatedInput` has to the questions of `AskUserQuestion`, as they fit the question's form. */
export function contentOf(input: unknown): unknown {
  const answers = isRecord(input) && isRecord(input["answers"]) ? input["answers"] : {};
  const questions = questionsIn(input);
  const valueOf = ({ question, options, isMany }: UserQuestion) => {
    const said = answers[question];
    if (!isMany || typeof said !== "string") return said;
    const isLabel = (label: string) => options.some((option) => option.label === label);
    // A label may have a comma of its own, and so may a person's words.
    const labels = isLabel(said) ? [said] : said.split(/,\s*/);
    return options.length > 0 && labels.every(isLabel) ? labels : said;
  };
  if (questions.length === 1) return valueOf(questions[0]!);
  return Object.fromEntries(questions.map((one) => [one.question, valueOf(one)]));
}

/**
 * A person's answer as the result of `canUseTool`: to a permission the arguments that run, to `AskUserQuestion` its
 * questions with their answers. A no says why, for the model to read. A yes that takes the offer hands the suggestions
 * back as they came.
 * @throws ToolClientError for an offer that the request does not make.
 */
export function toPermissionResult(request: ClaudeToolRequest, answer: AskAnswer): ClaudePermissionResult {
  const { isYes, value, reason, offer } = readAnswer(answer);
  const input = isRecord(request.input) ? request.input : {};
  const asked = userQuestionOf(request);
  if (!isYes) {
    const message = asked ? "The person did not answer the question." : "The person did not allow this.";
    return { behavior: "deny", message: reason ?? message };
  }
  if (!asked) {
    const updatedInput = isRecord(value) ? value : input;
    if (offer === undefined) return { behavior: "allow", updatedInput };
    const { permission_suggestions: suggestions } = request;
    if (offerOf(suggestions)?.id !== offer) throw cannotCarry("The agent gives no such option any more.");
    return { behavior: "allow", updatedInput, updatedPermissions: (suggestions as unknown[]).filter(isRecord) };
  }
  const questions = questionsIn(input);
  const given = questions.length === 1 ? { [questions[0]!.question]: value } : isRecord(value) ? value : {};
  const answers = Object.entries(given).flatMap(([question, said]) =>
    typeof said === "string" ? [[question, said]] : Array.isArray(said) ? [[question, textsIn(said).join(", ")]] : [],
  );
  return { behavior: "allow", updatedInput: { ...input, answers: Object.fromEntries(answers) as object } };
}

function questionsIn(input: unknown): UserQuestion[] {
  const list = isRecord(input) && Array.isArray(input["questions"]) ? input["questions"] : [];
  return list.filter(isRecord).flatMap((one) => {
    const { question, header, options, multiSelect } = one;
    if (typeof question !== "string" || question === "") return [];
    return {
      question,
      header: typeof header === "string" && header !== "" ? header : undefined,
      options: (Array.isArray(options) ? options : [])
        .filter(isRecord)
        .flatMap(({ label, description }) =>
          typeof label === "string"
            ? [{ label, description: typeof description === "string" ? description : undefined }]
            : [],
        ),
      isMany: multiSelect === true,
    };
  });
}

/** One of the options, or several of them, or words of one's own: the agent takes any. */
function schemaOf({ options, isMany }: UserQuestion, title: string | undefined): object {
  const choices = options.map(({ label, description }) => ({
    const: label,
    title: label,
    ...(description && { description }),
  }));
  const named = title !== undefined && { title };
  if (choices.length === 0) return { type: "string", ...named };
  const one = { type: "string", oneOf: choices };
  const chosen = isMany ? { type: "array", items: one, minItems: 1, uniqueItems: true } : one;
  return { anyOf: [chosen, { type: "string", minLength: 1 }], ...named };
}
