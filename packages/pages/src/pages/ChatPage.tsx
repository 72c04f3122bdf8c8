import { Chat, SessionList, ToolProvider, type ChatExample } from "@callboard/react";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { useAgents } from "./useAgents.ts";
import { usePagesState } from "./usePagesState.ts";

export interface ChatPageProps {
  /** What an empty chat offers to ask; null while that is not known yet. */
  examples?: ChatExample[] | null;
  /** Where it is told how a model is connected. */
  modelHelp?: string;
  /** What stands below the list of chats. */
  below?: ReactNode;
}

const addressOf = (id: string) => `/chat/${encodeURIComponent(id)}`;

/**
 * A chat whose agent calls the same tools, with the chats so far beside it. The open one is in the address. Where there
 * is no room beside, the list lies over the chat once it is asked for.
 */
export function ChatPage({ examples, modelHelp, below }: ChatPageProps): ReactNode {
  const words = useWords();
  const { id = null } = useParams();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const hrefOf = useCallback((node: string) => `${addressOf(id ?? "")}#${encodeURIComponent(node)}`, [id]);
  const state = usePagesState();
  const agents = useAgents();
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
    <div className="site-chat">
      <title>{pageTitle(words.chat)}</title>
      <h1 className="site-hidden">{words.chat}</h1>
      <aside className="site-chats" aria-label={words.chats} data-open={listed || undefined}>
        <div className="site-chats-bar">
          <button
            type="button"
            className="site-chats-toggle site-quiet"
            aria-expanded={listed}
            aria-controls="site-chat-list"
            onClick={() => setListed(!listed)}
          >
            {words.chats}
          </button>
          <a className="site-quiet" href="/chat" onClick={() => setListed(false)}>
            {words.newChat}
          </a>
          {id !== null && (
            <a className="site-quiet" href={`${addressOf(id)}/replay`}>
              {words.replay}
            </a>
          )}
        </div>
        <div id="site-chat-list" className="site-chats-list">
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
          {below}
        </div>
      </aside>
      <div className="site-thread">
        {/* A chat is drawn once it is known who answers in it, an empty one once it is known whether anybody does. */}
        {agents !== null && ((state !== null && examples !== null) || id !== null) && (
          <ToolProvider hrefOf={hrefOf}>
            <Chat
              sessionId={id}
              shownNode={hash === "" ? null : decodeURIComponent(hash.slice(1))}
              {...(examples && { examples })}
              agents={agents}
              hasModel={state?.hasModel ?? true}
              {...(modelHelp !== undefined && { modelHelp })}
              focusOnOpen={hash === ""}
              onSession={(session) => void navigate(addressOf(session), { replace: id === null })}
            />
          </ToolProvider>
        )}
      </div>
    </div>
  );
}
