import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { ToolDetail } from "../tool/definition.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** What a call of an MCP client asks a person, as whoever holds its link reads it. */
export interface LinkedAsk {
  /** Whether the call may run, or a question of its handler. */
  kind: "approval" | "question";
  /** Whether it can be answered, or how it was. */
  state: "open" | "approved" | "denied" | "answered" | "declined" | "expired" | "withdrawn";
  /** The tool as it is now; null where it is gone. */
  tool: ToolDetail | null;
  toolName: string;
  /** What the tool runs with. */
  input: unknown;
  /** Why it asks again, where it does. */
  reason?: string;
  /** The question, the form of its answer, and where it leads, for a question. */
  message?: string;
  schema?: JsonSchema | null;
  url?: string | null;
  /** The program that asked for the call, and for whom it runs. */
  client: string;
  userId: string;
  /** Epoch milliseconds. */
  expiresAt: number | null;
  /** How the call ended; null while it goes on. */
  outcome: { status: "completed" | "failed"; error?: string } | null;
}

/** An answer by a link: to an approval, or to a question. */
export type LinkedAnswer =
  | { decision: "approve"; input?: unknown; reason?: string }
  | { decision: "deny"; reason?: string }
  | { action: "accept"; content?: unknown }
  | { action: "decline" };

/** One ask, for whoever holds its link: `transport` shows the link's secret as its token. */
export interface LinkedAskClient {
  read(options?: RequestOptions): Promise<LinkedAsk>;
  /** Answers it, once. */
  answer(answer: LinkedAnswer, options?: RequestOptions): Promise<LinkedAsk>;
}

/** The client of an ask that a link leads to. */
export function linkedAskClient(transport: Transport): LinkedAskClient {
  const path = "/api/mcp/ask";
  return {
    read: ({ signal } = {}) => transport.json(path, { signal }),
    answer: (answer, { signal } = {}) => transport.json(path, { method: "POST", json: answer, signal }),
  };
}
