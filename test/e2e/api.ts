import type { CallSummary, SessionEvent, ToolListing } from "@callboard/core";
import type { Host } from "./host.ts";

/** What a run is known by. */
export interface Started {
  sessionId: string;
  callId: string;
}

const read = async <T>(response: Response, wanted: number): Promise<T> => {
  if (response.status !== wanted) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

/** The host's routes, as a program calls them. */
export const api = {
  tools: async (host: Host) => read<ToolListing[]>(await fetch(`${host.url}/api/tools`), 200),
  calls: async (host: Host, slug: string) =>
    read<CallSummary[]>(await fetch(`${host.url}/api/tools/${slug}/calls`), 200),
  run: async (host: Host, slug: string, input: unknown) => {
    const body = JSON.stringify({ input });
    const headers = { "content-type": "application/json" };
    return read<Started>(await fetch(`${host.url}/api/tools/${slug}/run`, { method: "POST", headers, body }), 202);
  },
  /** The session's events as the host keeps them: one text a line of the log, to the byte. */
  lines: async (host: Host, sessionId: string): Promise<string[]> => {
    const response = await fetch(`${host.url}/api/sessions/${sessionId}/events`, {
      headers: { accept: "application/json" },
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`The session's events: ${response.status} ${text}`);
    const inside = text.trim().replace(/^\[|\]$/g, "");
    return inside === "" ? [] : inside.split(",\n");
  },
  events: async (host: Host, sessionId: string): Promise<SessionEvent[]> =>
    (await api.lines(host, sessionId)).map((line) => JSON.parse(line) as SessionEvent),
};

/** Waits until a question has an answer other than false or undefined. */
export async function until<T>(what: string, ask: () => Promise<T | false | undefined>, within = 30_000): Promise<T> {
  const deadline = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`Not within ${within} ms: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
