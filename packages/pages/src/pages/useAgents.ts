import type { AgentListing } from "@callboard/core";
import { chatClient } from "@callboard/core/client";
import { useEffect, useState } from "react";
import { transport } from "../client.ts";

/** The agents that the reader may talk to; none until that is known, and where the server does not say. */
export function useAgents(): readonly AgentListing[] {
  const [agents, setAgents] = useState<readonly AgentListing[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    chatClient(transport)
      .agents({ signal: stop.signal })
      .then(
        (listed) => {
          if (!stop.signal.aborted) setAgents(listed);
        },
        // The chat itself says what is wrong; its default agent answers.
        () => undefined,
      );
    return () => stop.abort();
  }, []);
  return agents;
}
