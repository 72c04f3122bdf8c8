import type { RequestOptions, Transport } from "./transport.ts";

/** An MCP server whose tools a tenant has, and how it stands. */
export interface McpServerListing {
  /** The name of its source. */
  name: string;
  title: string;
  /** A program that the host starts, or an address. */
  kind: "command" | "address";
  /** The program, or the address without what it asks for. */
  place: string;
  /** Whether it was added here; one that the host was given can only be looked at. */
  isAdded: boolean;
  /** Whether secrets are sent to it, which no answer holds. */
  hasSecrets: boolean;
  isConnected: boolean;
  /** Epoch milliseconds. */
  connectedAt: number | null;
  nextTryAt: number | null;
  /** Why it is away, as whoever met it said it. */
  problem: { code: "sign-in" | "address" | "away"; said: string } | null;
  /** Whether somebody may sign in to it here; a program, and one of several tenants, is given what opens it. */
  maySignIn: boolean;
  /** Who signed in to it, when (epoch milliseconds), and at which host. */
  signedIn: { by: string | null; at: number; issuer: string } | null;
  /** What it calls itself, and the revision of the protocol that it speaks. */
  about: { name: string; version: string; revision: string } | null;
  /** How many tools it has here, and how many entries of its list were not taken. */
  tools: number;
  refused: number;
}

/** A tool of a server, and how it is used. */
export interface McpServerTool {
  /** As the server calls it. */
  name: string;
  /** As the library has it. */
  slug: string;
  title: string;
  description: string;
  isOn: boolean;
  /** Its calls of the last days, from the log. */
  calls: number;
  errors: number;
  /** The time in milliseconds within which 95 of 100 finished calls ended; null where none did. */
  p95: number | null;
  /** Who ran it most. */
  by: { userId: string | null; calls: number }[];
}

/** A server with its tools, and what was not taken of its list. */
export interface McpServerDetail extends McpServerListing {
  toolList: McpServerTool[];
  refusedList: { tool: string; code: "twice" | "beyond" | "long" | "unusable"; said: string }[];
  /** Over how many days calls are counted. */
  days: number;
  /** Whether what was done with it can be saved, at its address with `/session` behind it. */
  hasSession: boolean;
}

/** A server as it is added: an address, never a program. */
export interface McpServerDraft {
  title: string;
  url: string;
  /** Sent with each request, such as a key. They go to the host and never come back. */
  headers?: readonly { name: string; value: string }[] | undefined;
}

/** Where a person goes to sign in to a server. */
export interface McpSignIn {
  url: string;
  /** The whole host of it, to be shown before it is opened. */
  host: string;
}

/** What a server offers beside tools. */
export interface McpServerOffers {
  resources: { uri: string; title: string; description: string; mediaType: string }[];
  /** Resources whose address is filled in first. */
  templates: { template: string; title: string; description: string; variables: string[] }[];
  prompts: {
    name: string;
    title: string;
    description: string;
    arguments: { name: string; description: string; isRequired: boolean }[];
  }[];
  /** Whether it says what arguments may be. */
  completes: boolean;
}

/** A part of a resource: a text, or bytes as Base64. */
export interface McpResourceContent {
  uri: string;
  mediaType: string;
  text?: string;
  data?: string;
  /** Whether there was more than is handed on. */
  isCut: boolean;
}

/** A message of a prompt that was filled in. */
export interface McpPromptMessage {
  role: "user" | "assistant";
  text?: string;
  image?: { mediaType: string; data: string };
  /** The address of a resource that belongs to it. */
  resource?: string;
}

/** What an argument is of. */
export type McpArgumentOf = { prompt: string } | { template: string };

/** A message as it was spoken with a server, its secrets masked. */
export interface McpWireMessage {
  /** To the server, or from it. */
  way: "out" | "in";
  /** Epoch milliseconds. */
  at: number;
  /** JSON, but for one that is too long to be kept whole. */
  text: string;
  /** What went with it over HTTP. */
  headers?: Readonly<Record<string, string>>;
}

/** A call as others run it. Secrets are named, and not in it. */
export interface McpCallCopies {
  /** For a command line: `curl`, or the server's own command. */
  command: string;
  /** By the official library. */
  sdk: string;
  /** A test that it answers as it did. */
  test: string;
}

/** What was spoken with a server in one call. */
export interface McpWire {
  server: string;
  isOver: boolean;
  /** Whether there was more than is kept. */
  isCut: boolean;
  messages: McpWireMessage[];
  copies: McpCallCopies | null;
}

/** The MCP servers of a host, for whoever looks after them. */
export interface McpServersClient {
  list(options?: RequestOptions): Promise<McpServerListing[]>;
  read(name: string, options?: RequestOptions): Promise<McpServerDetail>;
  add(draft: McpServerDraft, options?: RequestOptions): Promise<McpServerListing>;
  remove(name: string, options?: RequestOptions): Promise<void>;
  /** Connects now, or reads the tools once more; answers how it stands then. */
  test(name: string, options?: RequestOptions): Promise<McpServerListing>;
  /** Begins a sign-in: where its person goes then. */
  signIn(name: string, options?: RequestOptions): Promise<McpSignIn>;
  /** Takes what its person came back with, the query of that address; once, and only what they began themselves. */
  finishSignIn(answer: string, options?: RequestOptions): Promise<McpServerListing>;
  signOut(name: string, options?: RequestOptions): Promise<McpServerListing>;
  /** Switches a tool on or off, by the server's name for it. */
  switchTool(name: string, tool: string, isOn: boolean, options?: RequestOptions): Promise<void>;
  offers(name: string, options?: RequestOptions): Promise<McpServerOffers>;
  readResource(
    name: string,
    at: { uri: string } | { template: string; variables: Readonly<Record<string, string>> },
    options?: RequestOptions,
  ): Promise<McpResourceContent[]>;
  /** Has a prompt filled in by its server. */
  fillPrompt(
    name: string,
    prompt: string,
    given: Readonly<Record<string, string>>,
    options?: RequestOptions,
  ): Promise<McpPromptMessage[]>;
  /** What an argument may be, beside the others that are filled in. */
  complete(
    name: string,
    of: McpArgumentOf,
    argument: { name: string; value: string },
    others: Readonly<Record<string, string>>,
    options?: RequestOptions,
  ): Promise<string[]>;
  /** What was spoken in a call, where the host keeps it. */
  wire(callId: string, options?: RequestOptions): Promise<McpWire>;
}

/** The client of a host's MCP servers. */
export function mcpServersClient(transport: Transport): McpServersClient {
  const path = "/api/mcp/servers";
  const of = (name: string) => `${path}/${encodeURIComponent(name)}`;
  return {
    list: ({ signal } = {}) => transport.json(path, { signal }),
    read: (name, { signal } = {}) => transport.json(of(name), { signal }),
    add: (draft, { signal } = {}) => transport.json(path, { method: "POST", json: draft, signal }),
    remove: (name, { signal } = {}) => transport.send(of(name), { method: "DELETE", signal }),
    test: (name, { signal } = {}) => transport.json(`${of(name)}/test`, { method: "POST", signal }),
    signIn: (name, { signal } = {}) => transport.json(`${of(name)}/sign-in`, { method: "POST", signal }),
    finishSignIn: (answer, { signal } = {}) =>
      transport.json("/api/mcp/sign-in", { method: "POST", json: { answer }, signal }),
    signOut: (name, { signal } = {}) => transport.json(`${of(name)}/sign-in`, { method: "DELETE", signal }),
    switchTool: (name, tool, isOn, { signal } = {}) =>
      transport.send(`${of(name)}/switches`, { method: "POST", json: { tool, isOn }, signal }),
    offers: (name, { signal } = {}) => transport.json(`${of(name)}/offers`, { signal }),
    readResource: (name, at, { signal } = {}) =>
      transport.json(`${of(name)}/resources`, { method: "POST", json: at, signal }),
    fillPrompt: (name, prompt, given, { signal } = {}) =>
      transport.json(`${of(name)}/prompts`, { method: "POST", json: { prompt, arguments: given }, signal }),
    complete: (name, argumentOf, argument, others, { signal } = {}) =>
      transport.json(`${of(name)}/completions`, {
        method: "POST",
        json: { ...argumentOf, ...argument, others },
        signal,
      }),
    wire: (callId, { signal } = {}) => transport.json(`/api/mcp/calls/${encodeURIComponent(callId)}/wire`, { signal }),
  };
}
