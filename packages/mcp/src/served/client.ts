import type { ClientPart } from "@callboard/core";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { TASKS_EXTENSION } from "../tasksExtension.ts";
import { isRecord } from "../isRecord.ts";

/** What is known of the program that asks. */
export interface McpClient {
  /** What people know it by. */
  name: string;
  /** Which questions it can put before its person, and which its model answers, or it does itself. */
  asks: { form: boolean; url: boolean } & Record<ClientPart, boolean>;
  /** Whether it follows what takes long as a task, by the extension of 2026-07-28. */
  followsTasks: boolean;
}

/** The client of a request: since 2026-07-28 each says who it is, before that `initialize` did. */
export function clientOf(server: Server, { envelope }: ServerContext["mcpReq"]): McpClient {
  const each: unknown = envelope;
  const info = fieldOf(each, CLIENT_INFO_META_KEY) ?? server.getClientVersion();
  const ofRequest = fieldOf(each, CLIENT_CAPABILITIES_META_KEY);
  const capabilities = ofRequest ?? server.getClientCapabilities();
  const elicitation = fieldOf(capabilities, "elicitation");
  const name = fieldOf(info, "title") ?? fieldOf(info, "name");
  // Before there were two kinds of questions, a client that names none put forms.
  const isPlain = isRecord(elicitation) && Object.keys(elicitation).length === 0;
  return {
    name: typeof name === "string" && name !== "" ? name.slice(0, LONGEST_NAME) : "An MCP client",
    asks: {
      form: isPlain || fieldOf(elicitation, "form") !== undefined,
      url: fieldOf(elicitation, "url") !== undefined,
      model: fieldOf(capabilities, CAPABILITY_OF.model) !== undefined,
      roots: fieldOf(capabilities, CAPABILITY_OF.roots) !== undefined,
    },
    followsTasks: fieldOf(fieldOf(ofRequest, "extensions"), TASKS_EXTENSION) !== undefined,
  };
}

/** What the protocol calls what a client has beside its person. */
export const CAPABILITY_OF = { model: "sampling", roots: "roots" } as const satisfies Record<ClientPart, string>;

const LONGEST_NAME = 100;

const fieldOf = (value: unknown, key: string): unknown => (isRecord(value) ? value[key] : undefined);
