import type { StopOptions } from "./callsClient.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** What people do with agents at work. */
export interface AgentsClient {
  /** Stops an agent, and all below it. */
  cancel(agentId: string, options?: StopOptions): Promise<void>;
  /** Lets an agent that failed or was stopped or interrupted go on from its last whole answer. */
  resume(agentId: string, options?: RequestOptions): Promise<void>;
}

/** The client of a host's agents. */
export function agentsClient(transport: Transport): AgentsClient {
  const post = (agentId: string, act: string, json: object, { signal }: RequestOptions) =>
    transport.send(`/api/agents/${encodeURIComponent(agentId)}/${act}`, { method: "POST", json, signal });
  return {
    cancel: (agentId, { reason, ...options } = {}) => post(agentId, "cancel", { reason }, options),
    resume: (agentId, options = {}) => post(agentId, "resume", {}, options),
  };
}
