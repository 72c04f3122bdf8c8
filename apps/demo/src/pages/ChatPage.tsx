import { Chat, SessionList } from "@callboard/react";
import { useEffect, useState, type ReactNode } from "react";
import { useNavigate, useParams } from "react-router";
import { useWords } from "../shell/LanguageProvider.tsx";
import { examples } from "./examples.ts";

const addressOf = (id: string) => `/chat/${encodeURIComponent(id)}`;

/**
 * A chat whose agent calls the same tools, with the chats so far beside it. The open one is in the address. Where there is no room
 * beside, the list lies over the chat once it is asked for.
 */
export function ChatPage(): ReactNode {
  const words = useWords();
  const { id = null } = useParams();
  const navigate = useNavigate();
  const [listed, setListed] = useState(false);
  useEffect(() => setListed(false), [id]);
  useEffect(() => {
    if (!listed) return;
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && setListed(false);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [listed]);
  return (
    <div className="demo-chat">
      <title>{`${words.chat} · Callboard`}</title>
      <h1 className="demo-hidden">{words.chat}</h1>
      <aside className="demo-chats" aria-label={words.chats} data-open={listed || undefined}>
        <div className="demo-chats-bar">
          <button
            type="button"
            className="demo-chats-toggle demo-quiet"
            aria-expanded={listed}
            aria-controls="demo-chat-list"
            onClick={() => setListed(!listed)}
          >
            {words.chats}
          </button>
          <a className="demo-quiet" href="/chat" onClick={() => setListed(false)}>
            {words.newChat}
          </a>
        </div>
        <div id="demo-chat-list" className="demo-chats-list">
          <SessionList
            selected={id}
            href={addressOf}
            onSelect={(session) => {
              setListed(false);
              void navigate(addressOf(session));
            }}
          />
        </div>
      </aside>
      <div className="demo-thread">
        <Chat
          sessionId={id}
          examples={Object.values(examples)}
          onSession={(session) => void navigate(addressOf(session), { replace: id === null })}
        />
      </div>
    </div>
  );
}
