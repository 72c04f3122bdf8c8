import { ToolError, type CallContext, type InputNeeded } from "@callboard/core";
import { readToolResult } from "@callboard/core/stream/mcp";
import {
  isInputRequiredResult,
  UrlElicitationRequiredError,
  type CallToolRequest,
  type CallToolResult,
  type InputRequests,
  type InputRequiredResult,
} from "@modelcontextprotocol/client";
import type { ServerConnection } from "./connection.ts";
import type { Listener, LiveCalls } from "./liveCalls.ts";
import type { McpServer } from "./mcpServer.ts";
import { askPerson, readState, responsesOf } from "./questions.ts";
import { WORDS } from "./serverWords.ts";
import type { WireTap } from "./wire.ts";

/** What a call on a server came to in one go: a result, or what it needs first. */
export type Answered = { said: CallToolResult | InputRequiredResult } | { pages: InputRequests };

/** A server, and the calls that run on it. */
export interface ServerCalls {
  server: McpServer;
  connection: ServerConnection;
  live: LiveCalls<Answered>;
  /** The process that calls run in: a question that waits with its connection dies with it. */
  worker: string;
  /** Listens to what is spoken, where that is kept. */
  tap?: Pick<WireTap, "during"> | undefined;
  /** Keeps an eye on a call whose questions wait while it runs on. */
  watch(call: WaitingCall): void;
}

/** A call that waits for a person while it runs on its server. */
export interface WaitingCall {
  tenantId: string | null | undefined;
  sessionId: string;
  callId: string;
}

/** A call of a tool, as its handler is given it. */
export interface ToolRun {
  name: string;
  input: Record<string, unknown>;
  context: Pick<CallContext, "userId" | "tenantId" | "callId" | "sessionId" | "answers" | "state">;
  listener: Listener;
}

/** The longest that a request may take: what ends it sooner is the host's own limit, which waiting for people is no part of. */
const UNLIMITED_MS = 2 ** 31 - 1;
/** How often a server may ask to be asked again without a question, and how long that is waited for. */
const MOST_ROUNDS = 20;
const ROUND_MS = 250;

/**
 * Runs a tool of a server: its output, or the questions that it asks. Called again, it goes on with their answers.
 * @throws ToolError where there is no result: why, and whether it may have run.
 */
export async function callTool(calls: ServerCalls, { name, input, context, listener }: ToolRun): Promise<unknown> {
  const { server, connection, live, worker } = calls;
  const values = { name: server.title ?? server.name };
  const kept = readState(context.state);
  const { answers, callId } = context;
  const params = { name, arguments: input };
  const { tenantId, sessionId } = context;
  const spoken = <Result>(work: () => Promise<Result>): Promise<Result> =>
    calls.tap && tenantId ? calls.tap.during({ tenantId, sessionId, callId }, work) : work();
  const begin = (more: object = {}) =>
    live.begin(
      {
        id: callId,
        person: `${context.tenantId ?? ""}/${context.userId ?? ""}`,
        begin: (heard) => spoken(() => callInRounds(connection, { ...params, ...more }, heard, values)),
      },
      listener,
    );
  if (kept?.isAnew && kept.keys.some((key) => answers[key]?.action !== "accept")) {
    throw new ToolError({ template: WORDS.unopened, values });
  }
  const step = await (kept?.live !== undefined
    ? live.resume(kept.live, answers, listener)
    : begin(
        kept && !kept.isAnew
          ? {
              inputResponses: responsesOf(kept.keys, answers),
              ...(kept.requestState !== undefined && { requestState: kept.requestState }),
            }
          : {},
      ));
  if (!step) throw new ToolError({ template: WORDS.lost, values });
  if ("asked" in step) {
    const asked = askOrStop(step.asked);
    calls.watch({ tenantId, sessionId, callId });
    return asked;
  }
  if ("pages" in step.result) return askPerson(values.name, step.result.pages, { isAnew: true });
  const result = step.result.said;
  if (isInputRequiredResult(result)) return askRound(result);
  const { output, failure } = readToolResult(result);
  if (failure !== undefined) throw new ToolError(failure);
  return output;

  function askRound({ inputRequests, requestState }: InputRequiredResult): InputNeeded {
    return askPerson(values.name, inputRequests ?? {}, requestState === undefined ? {} : { requestState });
  }

  function askOrStop(asked: InputRequests): InputNeeded {
    try {
      return askPerson(values.name, asked, { live: callId, worker });
    } catch (error) {
      live.stop(callId);
      throw error;
    }
  }
}

async function callInRounds(
  connection: ServerConnection,
  given: CallToolRequest["params"],
  { signal, onProgress }: Listener,
  values: { name: string },
): Promise<Answered> {
  let params = given;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    try {
      const said = await connection.call(params, { signal, timeout: UNLIMITED_MS, onprogress: onProgress });
      if (!isInputRequiredResult(said) || Object.keys(said.inputRequests ?? {}).length > 0) return { said };
      // It has nothing to ask, and wants to be asked again with what it hands over.
      params = {
        name: given.name,
        arguments: given.arguments,
        ...(said.requestState !== undefined && { requestState: said.requestState }),
      };
    } catch (error) {
      if (!(error instanceof UrlElicitationRequiredError)) throw error;
      const pages = error.elicitations.map(
        (page, index) => [`page-${index + 1}`, { method: "elicitation/create" as const, params: page }] as const,
      );
      return { pages: Object.fromEntries(pages) };
    }
    await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    signal.throwIfAborted();
  }
  throw new ToolError({ template: WORDS.again, values });
}
