import { createHash } from "node:crypto";
import { canonicalJson } from "@callboard/core/host";
import { redactText } from "@callboard/core/share";
import type { McpWireMessage } from "@callboard/core/client";
import { isRecord } from "../isRecord.ts";
import { requestOf } from "./callCopies.ts";
import type { KeptWire } from "./keptWires.ts";
import type { McpServer } from "./mcpServer.ts";

/** A call of a session: what it was made with, what came back, and what was spoken. */
export interface McpSessionCall {
  tool: string;
  input: Record<string, unknown>;
  /** What the server answered; left out where no answer is kept whole. */
  result?: unknown;
  messages: McpWireMessage[];
}

/** What was done with a server, as a file that says by itself whether it is as it was saved. It holds no secrets. */
export interface McpSession {
  callboard: "mcp-session";
  version: 1;
  /** Epoch milliseconds. */
  savedAt: number;
  server: {
    name: string;
    title: string;
    /** How it was reached. Of variables and headers only the names. */
    transport: { command: string; args: string[]; env: string[] } | { url: string; headers: string[] };
  };
  /** What it called itself, and the revision that it spoke. */
  about: { name: string; version: string; revision: string } | null;
  /** Its tools as it defined them, by name. */
  tools: Record<string, unknown>[];
  calls: McpSessionCall[];
  /** The SHA-256 of all the rest. */
  proof: string;
}

/** Writes down what was done with a server. */
export function writeMcpSession(
  server: McpServer,
  about: McpSession["about"],
  tools: readonly Readonly<Record<string, unknown>>[],
  wires: readonly KeptWire[],
): string {
  const { name, title = name, transport } = server;
  const session: Omit<McpSession, "proof"> = {
    callboard: "mcp-session",
    version: 1,
    savedAt: Date.now(),
    server: {
      name,
      title,
      transport:
        "command" in transport
          ? {
              command: transport.command,
              args: (transport.args ?? []).map(redactText),
              env: Object.keys(transport.env ?? {}),
            }
          : { url: bare(transport.url), headers: Object.keys(transport.headers ?? {}) },
    },
    about,
    tools: tools.map((tool) => ({ ...tool })),
    calls: wires.flatMap(({ messages }): McpSessionCall[] => {
      const request = requestOf(messages);
      if (!request) return [];
      const { params, result } = request;
      return [{ tool: params.name, input: params.arguments, ...(result !== undefined && { result }), messages }];
    }),
  };
  // As JSON has it, so that the proof is of what is read again.
  const plain: unknown = JSON.parse(JSON.stringify(session));
  return `${JSON.stringify({ ...session, proof: proofOf(plain) }, null, 2)}\n`;
}

/**
 * Reads a session again.
 * @throws where it is no session, or not as it was saved.
 */
export function readMcpSession(text: string): McpSession {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    throw new Error("It is no JSON, so no session either. Save one on a server's page of callboard mcp.", { cause });
  }
  if (!isRecord(read) || read["callboard"] !== "mcp-session") {
    throw new Error("It is no session of an MCP server. Save one on a server's page of callboard mcp.");
  }
  if (read["version"] !== 1) {
    throw new Error(
      `It is of version ${JSON.stringify(read["version"])}, and this reads version 1. Use a newer Callboard.`,
    );
  }
  const { proof, ...rest } = read;
  if (proof !== proofOf(rest)) {
    throw new Error("It was changed since it was saved: its proof does not fit. Take it from where it was saved.");
  }
  // Anybody can work out a proof.
  if (!isSession(read)) {
    throw new Error("It is no whole session: parts of it are missing. Save one on a server's page of callboard mcp.");
  }
  return read;
}

function isSession(read: Record<string, unknown>): read is Record<string, unknown> & McpSession {
  const { savedAt, server, about, tools, calls } = read;
  return (
    typeof savedAt === "number" &&
    isRecord(server) &&
    areTexts([server["name"], server["title"]]) &&
    isTransport(server["transport"]) &&
    (about === null || (isRecord(about) && areTexts([about["name"], about["version"], about["revision"]]))) &&
    areRecords(tools) &&
    areRecords(calls) &&
    calls.every(({ tool, input, messages }) => areTexts([tool]) && isRecord(input) && areRecords(messages))
  );
}

function isTransport(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { command, args, env, url, headers } = value;
  return command === undefined
    ? areTexts([url]) && areTexts(headers)
    : areTexts([command]) && areTexts(args) && areTexts(env);
}

const areTexts = (values: unknown): boolean =>
  Array.isArray(values) && values.every((value) => typeof value === "string");

const areRecords = (values: unknown): values is Record<string, unknown>[] =>
  Array.isArray(values) && values.every(isRecord);

const proofOf = (session: unknown): string => createHash("sha256").update(canonicalJson(session)).digest("hex");

function bare(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
