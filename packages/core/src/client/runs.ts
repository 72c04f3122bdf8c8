import type { CallSource } from "../events/event.ts";
import type { CallSummary } from "./toolClient.ts";

/** What a run is at: at work, waiting for a person, or ended well, badly, or by somebody. */
export type RunState = "running" | "waiting" | "failed" | "completed" | "stopped";

/** Which runs are listed: those to which all that is said here applies. */
export interface RunFilter {
  status?: RunState | undefined;
  /** The slug of its tool. */
  tool?: string | undefined;
  source?: CallSource | undefined;
  /** The id of the person for whom it runs. */
  user?: string | undefined;
  /** The time that it was asked for, in epoch milliseconds: from `from` on, and before `to`. */
  from?: number | undefined;
  to?: number | undefined;
}

/** A call of a tenant as its operator sees it. */
export interface Run extends Omit<CallSummary, "input"> {
  /** Epoch milliseconds. */
  requestedAt: number;
  /** The agent that asks for it; null where a person or a program does. */
  agentId: string | null;
  /** Whether its session is a chat. */
  isChat: boolean;
  /** The call that it does again. */
  retryOf: string | null;
}

/** A run with its input, and the runs that did it again, the newest first. */
export interface RunDetail extends Run {
  input: unknown;
  retries: readonly { callId: string; sessionId: string; status: CallSummary["status"] }[];
}

/** Runs, the newest first. A page may hold fewer than it was asked for and still have others after it. */
export interface RunPage {
  runs: readonly Run[];
  /** What gives the page after this one; null where there is none. */
  next: string | null;
}

/**
 * How many runs are at work, wait for a person, and failed in the last 24 hours; each counts to 1,000 and no further.
 */
export interface RunCounts {
  running: number;
  waiting: number;
  failed: number;
}

/** How often something was used in a time, how often it failed, and how long it took, in milliseconds. */
export interface Use {
  calls: number;
  errors: number;
  p50: number | null;
  p95: number | null;
}

/** How a tool was used. */
export interface ToolUse extends Use {
  tool: string;
}

/** How a model was used by agents. */
export interface ModelUse extends Use {
  /** As its provider names it; null for answers that say none. */
  model: string | null;
  inputTokens: number;
  outputTokens: number;
  /** Those of the input that the provider had kept, and answers that had any. */
  cachedInputTokens: number;
  cacheHits: number;
  /** In US dollars; null where the host knows no price of this model. */
  spend: number | null;
}

/** What a tenant used in a time. */
export interface UsageStats {
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /** The most used first, at most 200 of each. */
  tools: readonly ToolUse[];
  models: readonly ModelUse[];
  /** Whether only the newest of the time were counted, since there are too many. */
  isCut: boolean;
}
