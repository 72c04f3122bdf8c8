import { agentsClient } from "./agentsClient.ts";
import { callsClient } from "./callsClient.ts";
import { chatClient } from "./chatClient.ts";
import { choicesClient } from "./choicesClient.ts";
import { connectionsClient } from "./connectionsClient.ts";
import { outputsClient } from "./outputsClient.ts";
import { sessionsClient } from "./sessionsClient.ts";
import { sharesClient } from "./sharesClient.ts";
import type { ToolClient } from "./toolClient.ts";
import { toolsClient } from "./toolsClient.ts";
import { createTransport, type Transport, type TransportOptions } from "./transport.ts";
import { uploadsClient } from "./uploadsClient.ts";

/** Where the host is, and how it is asked. */
export type HttpClientOptions = TransportOptions;

/** All that the kit's components ask of a host. */
export type HttpClient = Required<ToolClient>;

/**
 * Creates the client of a host that serves Callboard's routes, for the kit's components. A transport that is there
 * already is used as it is.
 * @example
 * ```ts
 * const client = createHttpClient({ baseUrl: "https://tools.example", token: () => session.token });
 * ```
 */
export function createHttpClient(options: HttpClientOptions | Transport): HttpClient {
  const transport = "request" in options ? options : createTransport(options);
  const agents = agentsClient(transport);
  const calls = callsClient(transport);
  const sessions = sessionsClient(transport);
  const shares = sharesClient(transport);
  const tools = toolsClient(transport);
  const outputs = outputsClient(transport);
  const uploads = uploadsClient(transport);
  return {
    tools: () => tools.list(),
    tool: (slug) => tools.get(slug),
    searchTools: tools.search,
    calls: (slug) => tools.calls(slug),
    run: tools.run,
    events: sessions.events,
    output: outputs.get,
    outputBlob: outputs.blob,
    cancel: (target) => ("callId" in target ? calls.cancel(target.callId) : agents.cancel(target.agentId)),
    chat: chatClient(transport).send,
    resume: (agentId) => agents.resume(agentId),
    answer: (answer) => calls.answer(answer),
    revoke: ({ sessionId, tool }) => sessions.revoke(sessionId, tool),
    can: () => ({ answer: true, edit: true, cancel: true, session: true }),
    sessions: sessions.list,
    renameSession: (sessionId, title) => sessions.rename(sessionId, title),
    deleteSession: (sessionId) => sessions.remove(sessionId),
    share: shares.create,
    shares: (sessionId) => shares.list(sessionId),
    unshare: (sessionId, shareId) => shares.withdraw(sessionId, shareId),
    upload: uploads.upload,
    preview: uploads.preview,
    choices: choicesClient(transport).find,
    createConnection: connectionsClient(transport).create,
  };
}
