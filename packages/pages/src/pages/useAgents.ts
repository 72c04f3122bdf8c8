import type { AgentListing } from "@callboard/core";
import { chatClient } from "@callboard/core/client";
import { useEffect, useState } from "react";
import { transport } from "../client.ts";

/** The agents that the reader may talk to; null until that is known, none where the server does not say. */
export function useAgents(): readonly AgentListing[] | null {
  const [agents, setAgents] = useState<readonly AgentListing[] | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    chatClient(transport)
      .agents({ signal: stop.signal })
      // The chat itself says what is wrong; its default agent answers.
      .catch(() => [])
      .then((listed) => {
        if (!stop.signal.aborted) setAgents(listed);
      });
    return () => stop.abort();
  }, []);
  return agents;
}
