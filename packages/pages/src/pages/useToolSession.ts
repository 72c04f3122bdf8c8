import { createHttpClient, ToolClientError, type ToolDetail } from "@callboard/core";
import {
  createTransport,
  toolSessionsClient,
  type ToolSessionPerson,
  type ToolSessionsClient,
  type ToolSessionState,
} from "@callboard/core/client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { recall, remember } from "../shell/remembered.ts";

/** Who is there is said and asked this often, in milliseconds; a session that ended is seen then, too. */
const BEAT_MS = 15_000;
/** Submissions that come close together are read together. */
const SETTLE_MS = 200;
/** A name counts as typed after so long without a key. */
const TYPED_MS = 600;

/**
 * A guest's credentials: those of the link in the address, and the key that makes them the same guest the next time.
 */
export interface GuestCredentials {
  token: string;
  guest: string;
}

/** The token of a link stands behind the `#`, where no server and no log sees it. */
export function guestOfAddress(sessionId: string, hash: string): GuestCredentials | null {
  const token = /^#link=([\w-]+)$/.exec(hash)?.[1];
  return token === undefined ? null : { token, guest: keptKey(`callboard-guest:${sessionId}`) };
}

/** A browser that keeps nothing has a key for as long as the page is open. */
function keptKey(name: string): string {
  const kept = recall(name);
  if (kept) return kept;
  const made = crypto.randomUUID();
  remember(name, made);
  return made;
}

export interface ToolSessionOnPage {
  sessions: ToolSessionsClient;
  /** Null where it cannot be read: it is gone, or not shown to this person. */
  tool: ToolDetail | null | undefined;
  state: ToolSessionState | undefined;
  people: readonly ToolSessionPerson[];
  /** Why the last look failed: what is shown is older than what the host has. */
  failure: ToolClientError | undefined;
  read(): Promise<void>;
}

/** A session as its page follows it: read again whenever its log grows, and whenever the page comes back. */
export function useToolSession(
  slug: string,
  id: string,
  guest: GuestCredentials | null,
  displayName: string | undefined,
): ToolSessionOnPage {
  const token = guest?.token;
  const key = guest?.guest;
  const { sessions, client } = useMemo(() => {
    const transport = createTransport({
      baseUrl: "",
      ...(token !== undefined && key !== undefined && { token, headers: { "x-callboard-guest": key } }),
    });
    return { sessions: toolSessionsClient(transport), client: createHttpClient(transport) };
  }, [token, key]);
  const [tool, setTool] = useState<ToolDetail | null>();
  const [state, setState] = useState<ToolSessionState>();
  const [people, setPeople] = useState<readonly ToolSessionPerson[]>([]);
  const [failure, setFailure] = useState<ToolClientError>();
  const turn = useRef(0);
  const name = useRef(displayName);
  const hasTool = useRef(false);

  const read = useCallback(async () => {
    const own = ++turn.current;
    try {
      const now = await sessions.get(id);
      // An answer that was overtaken is older than what is shown.
      if (own !== turn.current) return;
      setState(now);
      setFailure(undefined);
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      if (own === turn.current) setFailure(error);
    }
  }, [sessions, id]);

  const sayWhoIsHere = useCallback(async () => {
    const said = name.current === undefined ? {} : { displayName: name.current };
    // Who is there is told again with the next beat.
    const found = await sessions.present(id, said).catch(() => undefined);
    if (found) setPeople(found);
  }, [sessions, id]);

  /** Until it is there: a session is shown without its form where its tool cannot be read. */
  const readTool = useCallback(async () => {
    if (hasTool.current) return;
    const found = await client.tool(slug).catch(() => null);
    hasTool.current = found !== null;
    setTool(found);
  }, [client, slug]);

  useEffect(() => {
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => void Promise.all([read(), sayWhoIsHere(), readTool()]);
    const lookSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SETTLE_MS);
    };
    timer = setTimeout(look);
    const beat = setInterval(look, BEAT_MS);
    // A stream that ends for good leaves the beat.
    follow(client, id, ending.signal, lookSoon).catch(() => {});
    const back = () => document.visibilityState === "visible" && lookSoon();
    document.addEventListener("visibilitychange", back);
    addEventListener("online", lookSoon);
    return () => {
      ending.abort();
      clearTimeout(timer);
      clearInterval(beat);
      document.removeEventListener("visibilitychange", back);
      removeEventListener("online", lookSoon);
    };
  }, [client, id, read, sayWhoIsHere, readTool]);

  // A name that is being typed is said once it is there.
  useEffect(() => {
    if (name.current === displayName) return undefined;
    name.current = displayName;
    const timer = setTimeout(() => void sayWhoIsHere(), TYPED_MS);
    return () => clearTimeout(timer);
  }, [displayName, sayWhoIsHere]);

  return { sessions, tool, state, people, failure, read };
}

/** Says when calls of a session go on. */
async function follow(
  client: ReturnType<typeof createHttpClient>,
  id: string,
  signal: AbortSignal,
  onCalls: () => void,
): Promise<void> {
  for await (const events of client.events(id, { signal })) {
    if (events.some(({ type }) => type.startsWith("tool."))) onCalls();
  }
}
