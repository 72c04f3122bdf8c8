import { needInput, ToolError, type InputAnswer, type InputNeeded } from "@callboard/core";
import { namesSecret } from "@callboard/core/form";
import type { ElicitRequestParams, ElicitResult, InputRequests, InputResponses } from "@modelcontextprotocol/client";
import { isRecord } from "../isRecord.ts";
import { WORDS } from "./serverWords.ts";

/** What the log keeps beside a server's questions, so that any process can send their answers. */
export interface KeptState {
  /** The keys of the round that was asked: only their answers are sent. */
  keys: string[];
  /** What the server wants back with the answers, to the byte. */
  requestState?: string;
  /** The answers open what the call needs, and the call is made anew without them. */
  isAnew?: boolean;
  /** The call that waits for the answers while it runs, of a server that asks over its connection. */
  live?: string;
  /** The worker that has it. */
  worker?: string;
  /** The task that the call runs as on its server. */
  task?: KeptTask;
}

/** A task of a server, as the log has it. */
export interface KeptTask {
  server: string;
  id: string;
  /** Answers to its questions: sent when the call goes on, also once more after a restart, which changes nothing. */
  responses?: InputResponses;
  /** The keys of its questions that were answered: a server may still name them. */
  answered?: string[];
}

/** What was kept of a call's last questions; undefined where it has asked none. */
export function readState(state: unknown): KeptState | undefined {
  const kept = isRecord(state) ? state["mcp"] : undefined;
  if (!isRecord(kept) || !Array.isArray(kept["keys"])) return undefined;
  const { keys, requestState, isAnew, live, worker } = kept;
  const task = readKeptTask(kept["task"]);
  return {
    keys: keys.map(String),
    ...(typeof requestState === "string" && { requestState }),
    ...(isAnew === true && { isAnew }),
    ...(typeof live === "string" && { live }),
    ...(typeof worker === "string" && { worker }),
    ...(task && { task }),
  };
}

function readKeptTask(kept: unknown): KeptTask | undefined {
  if (!isRecord(kept)) return undefined;
  const { server, id, responses, answered } = kept;
  if (typeof server !== "string" || typeof id !== "string") return undefined;
  return {
    server,
    id,
    ...(isRecord(responses) && { responses: responses as InputResponses }),
    ...(Array.isArray(answered) && { answered: answered.map(String) }),
  };
}

/**
 * A server's questions as a handler asks them: a form, or an address to open.
 * @throws ToolError for what no person here can be asked: a secret by form, an address that is no page, another
 * request.
 */
export function askPerson(asker: string, requests: InputRequests, state: Omit<KeptState, "keys">): InputNeeded {
  const questions = Object.entries(requests).map(([key, request]) => {
    if (request.method !== "elicitation/create") {
      throw new ToolError({ template: WORDS.unaskable, values: { name: asker, method: request.method } });
    }
    return { key, asker, ...questionOf(asker, request.params) };
  });
  return needInput(questions, { mcp: { ...state, keys: Object.keys(requests) } });
}

function questionOf(asker: string, params: ElicitRequestParams) {
  const { message } = params;
  if ("url" in params && typeof params.url === "string") {
    const { url } = params;
    if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return { message, url };
    throw new ToolError({ template: WORDS.noPage, values: { name: asker, url } });
  }
  const schema = "requestedSchema" in params ? params.requestedSchema : undefined;
  if (asksForSecret(schema)) throw new ToolError({ template: WORDS.secret, values: { name: asker } });
  return { message, ...(schema && { schema: schema as Record<string, unknown> }) };
}

/** The answers to the questions of a round, as the server takes them. */
export function responsesOf(keys: readonly string[], answers: Readonly<Record<string, InputAnswer>>): InputResponses {
  return Object.fromEntries(keys.map((key) => [key, resultOf(answers[key])]));
}

/** A person's answer as that of an elicitation; none counts as put away. */
export function resultOf(answer: InputAnswer | undefined): ElicitResult {
  if (!answer) return { action: "cancel" };
  if (answer.action !== "accept") return { action: answer.action };
  const { content } = answer;
  return { action: "accept", ...(isContent(content) && { content }) };
}

const isContent = (content: unknown): content is NonNullable<ElicitResult["content"]> => isRecord(content);

/** Whether a form asks for what nobody may give by form: by its mark, or by what it calls a field. */
function asksForSecret(schema: unknown): boolean {
  if (namesSecret(schema)) return true;
  const { properties } = (schema ?? {}) as { properties?: Record<string, { title?: unknown } | null> };
  return Object.entries(properties ?? {}).some(([name, field]) =>
    [name, field?.title].some((words) => typeof words === "string" && SECRET_NAMES.test(words)),
  );
}

const SECRET_NAMES =
  /^(?:(?:your|the|my|new|old|current|user|account|admin|confirm|repeat)[\s_-]*)*(?:pass(?:word|phrase|code|wd)?|pwd|pin|secret|api[\s_-]*(?:key|token|secret)|(?:access|auth|bearer|refresh|secret|personal[\s_-]*access)[\s_-]*(?:key|token)|private[\s_-]*key|client[\s_-]*secret|(?:card|credit[\s_-]*card)[\s_-]*number|cvv|cvc|otp|2fa[\s_-]*code|credentials?)s?$/i;
