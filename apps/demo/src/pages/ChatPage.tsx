import { Chat, SessionList } from "@callboard/react";
import type { ReactNode } from "react";
import { useNavigate, useParams } from "react-router";

const EXAMPLES = [
  "Find the README of React and tell me what it is for",
  "What is the ROI of 80,000 that saves 30,000 a year, and how many ounces are 2 kg?",
  "Analyze react/README.md: how is it installed? Then publish a note about it",
  "Survey the documentation of the packages named hono",
];

const addressOf = (id: string) => `/chat/${encodeURIComponent(id)}`;

/** A chat whose agent calls the same tools, with the chats so far beside it. The open one is in the address. */
export function ChatPage(): ReactNode {
  const { id = null } = useParams();
  const navigate = useNavigate();
  return (
    <div className="demo-chat">
      <title>Chat · Callboard</title>
      <aside className="demo-chats" aria-label="Chats">
        <a className="demo-action" href="/chat">
          New chat
        </a>
        <SessionList selected={id} href={addressOf} onSelect={(session) => void navigate(addressOf(session))} />
      </aside>
      <div className="demo-thread">
        <Chat
          sessionId={id}
          examples={EXAMPLES}
          onSession={(session) => void navigate(addressOf(session), { replace: id === null })}
        />
      </div>
    </div>
  );
}
