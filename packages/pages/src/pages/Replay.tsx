import type { SessionEvent } from "@callboard/core";
import { pagesClient } from "@callboard/core/client";
import type { SessionFile } from "@callboard/core/share";
import { RunComparison, SessionFiles, SessionPlayer } from "@callboard/react/player";
import { useEffect, useState, type ReactNode } from "react";
import { Link, useParams } from "react-router";
import { client, transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";

const none: readonly SessionEvent[] = [];

/** A chat as a film, or a session from a file: with its downloads, and beside another run. */
export function Replay(): ReactNode {
  const { id } = useParams();
  // Another chat is another player.
  return <ReplayOf key={id ?? ""} id={id} />;
}

function ReplayOf({ id }: { id: string | undefined }): ReactNode {
  const words = useWords();
  const { events: live, failed, isOwn } = useEvents(id);
  // Nothing is offered until it is known whose session it is; a host that does not say it has said nothing by its first
  // events.
  const mayShare = isOwn ?? live.length > 0;
  const [opened, setOpened] = useState<SessionFile | null>(null);
  const [compared, setCompared] = useState<SessionFile | null>(null);
  const events = opened?.events ?? live;
  const title = opened ? opened.head.title : (titleOf(live) ?? id);
  return (
    <div className="site-replay">
      <title>{pageTitle(words.replay)}</title>
      <header className="site-replay-head">
        <h1>{words.replay}</h1>
        {id !== undefined && !opened && (
          <Link className="site-quiet" to={`/chat/${encodeURIComponent(id)}`}>
            {words["replay.back"]}
          </Link>
        )}
      </header>
      <SessionFiles
        events={events}
        {...(title !== undefined && { title })}
        {...(id !== undefined && !opened && mayShare && { sessionId: id })}
        loadViewer={loadViewer}
        onOpen={(file) => {
          if (opened?.head !== file.head) setCompared(null);
          setOpened(file);
        }}
        onCompare={setCompared}
      />
      {failed && !opened ? (
        <p role="alert">{words["replay.failed"]}</p>
      ) : compared ? (
        <>
          <button type="button" className="site-quiet" onClick={() => setCompared(null)}>
            {words["replay.endComparison"]}
          </button>
          <RunComparison one={events} other={compared.events} />
        </>
      ) : events.length === 0 && id === undefined ? (
        <p>{words["replay.empty"]}</p>
      ) : (
        <SessionPlayer key={opened ? keyOf(opened) : "live"} events={events} />
      )}
    </div>
  );
}

/** How long a title may be. */
const LONGEST_TITLE = 120;

/** A chat is called what was asked first. */
function titleOf(events: readonly SessionEvent[]): string | undefined {
  const first = events.find((event) => event.type === "message.added" && event.role === "user");
  const words = first?.type === "message.added" ? first.text.replace(/\s+/g, " ").trim() : "";
  return words === "" ? undefined : words.slice(0, LONGEST_TITLE);
}

const keys = new WeakMap<object, string>();
let files = 0;

/** One key a file: a long one comes in parts, under the same head. */
function keyOf({ head }: SessionFile): string {
  const key = keys.get(head) ?? `file ${++files}`;
  keys.set(head, key);
  return key;
}

const loadViewer = () => pagesClient(transport).viewer();

interface Followed {
  events: readonly SessionEvent[];
  failed: boolean;
  /** Whether it is the reader's own, where the host says so. */
  isOwn?: boolean;
}

/** A session's events so far, and what happens meanwhile. */
function useEvents(id: string | undefined): Followed {
  const [state, setState] = useState<Followed>({ events: none, failed: false });
  useEffect(() => {
    if (id === undefined) return;
    const stop = new AbortController();
    const follow = async () => {
      try {
        const onOwn = (isOwn: boolean) => setState((before) => ({ ...before, isOwn }));
        for await (const batch of client.events(id, { after: 0, signal: stop.signal, onOwn })) {
          setState((before) => ({ ...before, events: [...before.events, ...batch], failed: false }));
        }
      } catch {
        if (!stop.signal.aborted) setState((before) => ({ ...before, failed: true }));
      }
    };
    void follow();
    return () => stop.abort();
  }, [id]);
  return state;
}
