import "./wireChat.css";
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from "react";
import { NavLink } from "react-router";
import { useWords } from "../shell/LanguageProvider.tsx";
import { examples } from "./examples.ts";

export interface WireChatProps {
  /** Whose chat this is. */
  kind: "aiSdk" | "agUi";
  /** The messages, one list item each. */
  children: ReactNode;
  isEmpty: boolean;
  isRunning: boolean;
  problem: string | null;
  onSend(text: string): void;
  onStop(): void;
  onRetry?: (() => void) | undefined;
  onNew(): void;
}

/** What an ordinary chat page has around its messages: a heading, a way to begin, a box to write in, and what went wrong. */
export function WireChat(props: WireChatProps): ReactNode {
  const { kind, children, isEmpty, isRunning, problem, onSend, onStop, onRetry, onNew } = props;
  const words = useWords();
  const title = words[`wire.${kind}`];
  return (
    <div className="wire-chat">
      <title>{`${title} · Callboard`}</title>
      <header className="wire-head">
        <h1>{title}</h1>
        <nav aria-label={words["wire.kinds"]}>
          <NavLink to="/chat/ai-sdk">AI SDK</NavLink>
          <NavLink to="/chat/ag-ui">AG-UI</NavLink>
        </nav>
        <button type="button" className="demo-quiet" disabled={isEmpty || isRunning} onClick={onNew}>
          {words.newChat}
        </button>
      </header>
      {isEmpty && (
        <>
          <p className="wire-lead">{words[`wire.${kind}.lead`]}</p>
          <ul className="wire-examples">
            {[examples.publish, examples.calculate].map((text) => (
              <li key={text}>
                <button type="button" className="demo-quiet" dir="auto" onClick={() => onSend(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <ol className="wire-messages" aria-label={words["wire.messages"]}>
        {children}
      </ol>
      {problem !== null && (
        <div className="wire-problem" role="alert">
          <p>{problem}</p>
          {onRetry && (
            <button type="button" className="demo-quiet" onClick={onRetry}>
              {words["wire.retry"]}
            </button>
          )}
        </div>
      )}
      <MessageForm isRunning={isRunning} onSend={onSend} onStop={onStop} />
      <PinnedEnd isRunning={isRunning} />
    </div>
  );
}

function MessageForm({ isRunning, onSend, onStop }: Pick<WireChatProps, "isRunning" | "onSend" | "onStop">): ReactNode {
  const words = useWords();
  const [text, setText] = useState("");
  const send = () => {
    if (text.trim() === "" || isRunning) return;
    onSend(text);
    setText("");
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className="wire-form" onSubmit={onSubmit}>
      <label>
        <span className="demo-hidden">{words["wire.message"]}</span>
        <textarea
          rows={1}
          dir="auto"
          value={text}
          placeholder={words["wire.write"]}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      {isRunning ? (
        <button type="button" className="demo-quiet" onClick={onStop}>
          {words["wire.stop"]}
        </button>
      ) : (
        <button type="submit" className="demo-action" disabled={text.trim() === ""}>
          {words["wire.send"]}
        </button>
      )}
    </form>
  );
}

/** How long a chat's end may still grow after its run: an ask opens, an output is drawn. */
const SETTLES_MS = 1500;

/** Keeps the window at its end while an answer comes, for who was there. */
function PinnedEnd({ isRunning }: { isRunning: boolean }): ReactNode {
  const end = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(true);
  useEffect(() => {
    if (isRunning) return setFollowing(true);
    const timer = setTimeout(() => setFollowing(false), SETTLES_MS);
    return () => clearTimeout(timer);
  }, [isRunning]);
  useEffect(() => {
    const list = end.current?.parentElement;
    const page = document.scrollingElement;
    if (!isFollowing || !list || !page) return;
    let isAtEnd = true;
    let height = page.scrollHeight;
    const look = () => {
      // What grew meanwhile was not scrolled away from.
      if (page.scrollHeight === height) isAtEnd = height - page.scrollTop - page.clientHeight < 80;
    };
    const observer = new ResizeObserver(() => {
      height = page.scrollHeight;
      if (isAtEnd) page.scrollTop = height;
    });
    observer.observe(list);
    document.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      document.removeEventListener("scroll", look);
    };
  }, [isFollowing]);
  return <div ref={end} />;
}

/** A message's model thoughts, folded. */
export function Thought({ text }: { text: string }): ReactNode {
  const words = useWords();
  return (
    <details className="wire-thought">
      <summary>{words["wire.thoughts"]}</summary>
      <p dir="auto">{text}</p>
    </details>
  );
}

/** What the browser keeps of a chat, so that a reload shows it again. */
export function loadChat<Chat>(key: string): Chat | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as Chat | null;
  } catch {
    return null;
  }
}

/** Keeps a chat in the browser, where there is room for it. */
export function saveChat(key: string, chat: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(chat));
  } catch {
    // Without room, or where storage is forbidden, a reload begins anew.
  }
}

/** What went wrong, in the host's own words where it said them. */
export function problemOf(error: Error): string {
  const said = /\{"error":.*\}/s.exec(error.message)?.[0];
  try {
    return said ? (JSON.parse(said) as { error: { message: string } }).error.message : error.message;
  } catch {
    return error.message;
  }
}
