import { createHttpClient, ToolClientError, type ToolDetail } from "@callboard/core";
import {
  createTransport,
  toolSessionsClient,
  type ToolSessionPerson,
  type ToolSessionsClient,
  type ToolSessionState,
} from "@callboard/core/client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

/** Who is there is said and asked this often, in milliseconds; a session that ended is seen then, too. */
const BEAT_MS = 15_000;
/** Submissions that come close together are read together. */
const SETTLE_MS = 200;

/** A guest's credentials: those of the link in the address, and the key that makes them the same guest the next time. */
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
  const made = crypto.randomUUID();
  try {
    const kept = localStorage.getItem(name);
    if (kept) return kept;
    localStorage.setItem(name, made);
  } catch {
    // Nothing is lost but that a reload is another guest.
  }
  return made;
}

export interface ToolSessionOnPage {
  sessions: ToolSessionsClient;
  tool: ToolDetail | undefined;
  /** The tool cannot be read: it is gone, or not shown to this person. */
  isToolless: boolean;
  state: ToolSessionState | undefined;
  people: readonly ToolSessionPerson[];
  failure: ToolClientError | undefined;
  /** The state is older than what the host has: it cannot be reached. */
  isBehind: boolean;
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
  const [tool, setTool] = useState<ToolDetail>();
  const [isToolless, setToolless] = useState(false);
  const [state, setState] = useState<ToolSessionState>();
  const [people, setPeople] = useState<readonly ToolSessionPerson[]>([]);
  const [failure, setFailure] = useState<ToolClientError>();
  const [isBehind, setBehind] = useState(false);
  const turn = useRef(0);

  const read = useCallback(async () => {
    const own = ++turn.current;
    try {
      const now = await sessions.get(id);
      // An answer that was overtaken is older than what is shown.
      if (own !== turn.current) return;
      setState(now);
      setBehind(false);
      setFailure(undefined);
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      if (own !== turn.current) return;
      setFailure(error);
      setBehind(true);
    }
  }, [sessions, id]);

  const [toolTurn, setToolTurn] = useState(0);
  const isMissing = tool === undefined;
  useEffect(() => {
    let isCurrent = true;
    client.tool(slug).then(
      (found) => isCurrent && setTool(found),
      // Tried again with the next beat; until then there is the session without its form.
      () => isCurrent && setToolless(true),
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new turn asks for another attempt
  }, [client, slug, toolTurn]);

  useEffect(() => {
    const ending = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void read(), SETTLE_MS);
    };
    timer = setTimeout(() => void read());
    // A stream that ends for good leaves the beat, which reads as well.
    follow(client, id, ending.signal, readSoon).catch(() => {});
    const back = () => document.visibilityState === "visible" && readSoon();
    document.addEventListener("visibilitychange", back);
    addEventListener("online", readSoon);
    return () => {
      ending.abort();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", back);
      removeEventListener("online", readSoon);
    };
  }, [client, id, read]);

  const beat = useCallback(async () => {
    const found = await sessions.present(id, displayName === undefined ? {} : { displayName }).catch(() => undefined);
    if (found) setPeople(found);
  }, [sessions, id, displayName]);

  // A name that is being typed is said once it is there.
  useEffect(() => {
    const first = setTimeout(() => void beat(), SETTLE_MS * 2);
    const timer = setInterval(() => {
      void beat();
      void read();
      if (isMissing) setToolTurn((before) => before + 1);
    }, BEAT_MS);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- who submits has come: the others are asked for anew
  }, [beat, read, isMissing, state?.submissions.length]);

  return { sessions, tool, isToolless: isToolless && isMissing, state, people, failure, isBehind, read };
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
