import type { EventError, ExecuteResult, ToolContext } from "@callboard/core";
import type { ResolvedTool } from "@callboard/core/catalog";
import type { EndCause, OutputCheck } from "@callboard/core/host";
import type { Actor } from "../actor.ts";
import type { CallOrigin } from "../conversation/conversation.ts";
import type { Answer } from "./answerApproval.ts";
import type { TurnOfCall } from "../sessions/claims.ts";
import type { QuestionAnswer } from "./answerQuestion.ts";

/** A call as somebody asks for it. */
export interface CallRequest {
  /** The tool, or its slug: then the call is refused where the context may not run it. */
  tool: ResolvedTool | string;
  input: unknown;
  /**
   * For whom it runs. What is not a person's own is run as an agent's: of the tools that are for models, and asking
   * where they ask.
   */
  context: ToolContext & { tenantId: string };
  /** Who asks: `person` unless given. */
  origin?: CallOrigin;
  /** What asks in the person's name, such as a client's name; kept in the log. */
  by?: string;
  /** A new session unless one is named; with a `title` the new one is a chat. */
  session?: { id?: string | undefined; title?: string | undefined };
  /**
   * An id of the caller's own, by which the call begins once: asked for again, also after a restart, it is the call
   * that was begun then. Without a session it has one of this id.
   */
  callId?: string;
  /** The call that it does again, of any session of the tenant; kept in the log. */
  retryOf?: string;
  /** The agent of the log under which it stands, which the caller writes itself. */
  agentId?: string;
}

/** A call that has begun: its first events are committed. */
export interface BegunCall {
  readonly sessionId: string;
  readonly callId: string;
  /** How it ends, also where it waits for a person before. */
  readonly done: Promise<ExecuteResult>;
}

/** A call whose work goes on without the process that began it. */
export interface CallAtWork {
  tenantId: string;
  sessionId: string;
  callId: string;
  /** The agent of its work. */
  agentId: string;
}

/** What came of the work: an output, which has to be what its tool promises, or why there is none. */
export type WorkEnd = { output: unknown; tool: OutputCheck["tool"] } | { error: EventError };

/** What a person answers to what a call asks: an approval or a question. */
export type CallAnswer = Answer | QuestionAnswer;

/**
 * One life for every call: whoever asks for it, it is checked, waits for a person where its tool asks, runs at most
 * once, and ends truthfully whatever happens to the host's processes.
 */
export interface Calls {
  /**
   * Resolves when the call has begun.
   * @throws HostRefusal, of which nothing is logged, where the tool may not be run, the input is not valid or the log
   * cannot be written.
   */
  begin(request: CallRequest): Promise<BegunCall>;
  /**
   * How a call ends, whichever process runs it; undefined where the tenant has none of this id.
   * @throws the signal's reason, where that aborts first.
   */
  end(call: { tenantId: string; callId: string }, signal?: AbortSignal): Promise<ExecuteResult | undefined>;
  /**
   * Answers what a call asks, once, as somebody who may answer in its session; the call then goes on.
   * @throws HostRefusal for what is not open, not theirs, or does not fit.
   */
  answer(actor: Actor, answer: CallAnswer): Promise<void>;
  /** Gives a call its turn, and resolves when that is over: it has ended, or waits for a person, or the host closes. */
  holdTurn(turn: TurnOfCall): Promise<void>;
  /**
   * Ends a call whose work an engine does, the agent of its work, and what is open below it; false
   * where it has ended before.
   */
  finish(call: Omit<CallAtWork, "agentId"> & { agentId?: string }, end: WorkEnd): Promise<boolean>;
  /** Ends a call with all that is open below it, whichever process runs it. */
  cancel(tenantId: string, callId: string, cause: EndCause): Promise<"cancelled" | "ended" | "unknown">;
}
