import { Chat, SessionList, ToolProvider } from "@callboard/react";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { NavLink, useLocation, useNavigate, useParams } from "react-router";
import { useWords } from "../shell/LanguageProvider.tsx";
import { useChatState } from "./useChatState.ts";
import { useExamples } from "./useExamples.ts";

const addressOf = (id: string) => `/chat/${encodeURIComponent(id)}`;

/**
 * A chat whose agent calls the same tools, with the chats so far beside it. The open one is in the address. Where there is no room
 * beside, the list lies over the chat once it is asked for.
 */
export function ChatPage(): ReactNode {
  const words = useWords();
  const { id = null } = useParams();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const hrefOf = useCallback((node: string) => `${addressOf(id ?? "")}#${encodeURIComponent(node)}`, [id]);
  const state = useChatState();
  const offered = useExamples(state);
  const [listed, setListed] = useState(false);
  const [shownId, setShownId] = useState(id);
  if (shownId !== id) {
    setShownId(id);
    setListed(false);
  }
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
          {id !== null && (
            <a className="demo-quiet" href={`${addressOf(id)}/replay`}>
              {words.replay}
            </a>
          )}
        </div>
        <div id="demo-chat-list" className="demo-chats-list">
          <SessionList
            selected={id}
            href={addressOf}
            onSelect={(session) => {
              setListed(false);
              void navigate(addressOf(session));
            }}
            onDelete={(session) => {
              if (session === id) void navigate("/chat", { replace: true });
            }}
          />
          <nav className="demo-kinds" aria-label={words["wire.kinds"]}>
            <NavLink to="/chat/ai-sdk">{words["wire.aiSdk"]}</NavLink>
            <NavLink to="/chat/ag-ui">{words["wire.agUi"]}</NavLink>
          </nav>
        </div>
      </aside>
      <div className="demo-thread">
        {/* An empty chat is drawn once it is known whether anybody answers in it. */}
        {(state !== null || id !== null) && (
          <ToolProvider hrefOf={hrefOf}>
            <Chat
              sessionId={id}
              shownNode={hash === "" ? null : decodeURIComponent(hash.slice(1))}
              examples={offered}
              hasModel={state?.hasModel ?? true}
              modelHelp="/docs/chat"
              focusOnOpen={hash === ""}
              onSession={(session) => void navigate(addressOf(session), { replace: id === null })}
            />
          </ToolProvider>
        )}
      </div>
    </div>
  );
}
