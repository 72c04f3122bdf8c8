import { followLog } from "@callboard/core/host";
import { HostRefusal, type BegunCall, type Kernel } from "@callboard/server";
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequestParams,
  type CallToolResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { contextOf, type Caller } from "./caller.ts";
import { failureOf, resultOf } from "./callResult.ts";

/**
 * Runs a tool of the host for a client: by the host's own rules of who may run it, in its log, as one of its calls.
 * @throws ProtocolError where the client named no tool that it may see.
 */
export async function callTool(
  kernel: Kernel,
  caller: Caller,
  { name, arguments: input = {} }: CallToolRequestParams,
  { mcpReq }: Pick<ServerContext, "mcpReq">,
): Promise<CallToolResult> {
  const context = await contextOf(kernel, caller);
  const resolved = await kernel.catalog.resolve(name, context);
  if (resolved.refusal) {
    const { code, message } = resolved.refusal;
    if (code === "not_found") throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    return failureOf(message);
  }
  const { tool } = resolved;
  if (tool.permissionPolicy === "always_ask")
    return failureOf(`"${tool.slug}" asks a person first, and nobody can be asked here yet.`);
  const { tenantId, userId } = caller.actor;
  let call: BegunCall;
  try {
    call = await kernel.calls.begin({ tool, input, context, origin: "foreign", by: "MCP" });
  } catch (error) {
    if (error instanceof HostRefusal) return failureOf(error.message);
    throw error;
  }
  const cancel = () => {
    const cause = { reason: "The client that had asked for it cancelled it.", by: userId };
    void kernel.calls.cancel(tenantId, call.callId, cause).catch((error: unknown) => {
      kernel.onProblem(`The call ${call.callId} of an MCP client could not be cancelled.`, error);
    });
  };
  const { signal } = mcpReq;
  if (signal.aborted) cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const ended = new AbortController();
  const reporting = reportProgress(kernel, { tenantId, ...call }, mcpReq, ended.signal);
  try {
    const { output, error } = await call.done;
    return error === null ? resultOf(tool, output) : failureOf(error);
  } finally {
    signal.removeEventListener("abort", cancel);
    ended.abort();
    await reporting;
  }
}

/** Tells a client that wants to know how far its call is, in the order of the log, until the call has ended. */
async function reportProgress(
  { store, onProblem }: Kernel,
  { tenantId, sessionId, callId }: { tenantId: string; sessionId: string; callId: string },
  mcpReq: ServerContext["mcpReq"],
  ended: AbortSignal,
): Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  try {
    for await (const events of followLog(store.log(tenantId), sessionId, 0, ended)) {
      for (const event of events) {
        if (event.type !== "tool.progressed" || event.callId !== callId) continue;
        const { progress, total, message } = event;
        const params = {
          progressToken,
          progress,
          ...(total !== undefined && { total }),
          ...(message !== undefined && { message }),
        };
        await mcpReq.notify({ method: "notifications/progress", params });
      }
    }
  } catch (error) {
    // A call's result does not hang on whether its progress could be told.
    onProblem(`The progress of call ${callId} could not be told to its MCP client.`, error);
  }
}
