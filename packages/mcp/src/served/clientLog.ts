import type { ServerContext } from "@modelcontextprotocol/server";

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
const LINE_LEVEL = "info";

/**
 * Tells a client what a tool writes on a channel beside its output, where the client asks for such messages. A channel
 * that is called as a level has it.
 */
export async function tellLogged(
  { log }: ServerContext["mcpReq"],
  tool: string,
  { delta, channel }: { delta: string; channel?: string | undefined },
): Promise<void> {
  // What stands on no channel is a piece of the output itself.
  if (channel === undefined) return;
  const level = LEVELS.find((known) => known === channel) ?? LINE_LEVEL;
  // A call's result does not hang on whether its log could be told.
  await log(level, delta, tool).catch(() => undefined);
}
