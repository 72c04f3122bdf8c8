import "./wireChat.css";
import type { ToolListing } from "@callboard/core";
import { ChatComposer, useComposerTools, type ComposerHandle } from "@callboard/react";
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { Link, NavLink, useNavigate } from "react-router";
import { client, useWords as usePageWords } from "@callboard/pages";
import { examples, type ExampleName } from "../examples.ts";
import { useWords } from "../words.ts";
import { useChatState } from "./useChatState.ts";
import { useExamples } from "./useExamples.ts";

const WireState = createContext({ hasModel: true });

/** Those that show most of what a wire carries. */
const offered: ExampleName[] = ["compare", "publish", "mend", "calculate"];

export interface WireChatProps {
  /** Whose chat this is. */
  kind: "aiSdk" | "agUi";
  /** The messages, one list item each. */
  children: ReactNode;
  isEmpty: boolean;
  isRunning: boolean;
  problem: Problem | null;
  onSend(text: string): void;
  onStop(): void;
  onRetry?: (() => void) | undefined;
  onNew(): void;
}

/**
 * What an ordinary chat page has around its messages: a heading, a way to begin, a box to write in, and what went
 * wrong.
 */
export function WireChat(props: WireChatProps): ReactNode {
  const { kind, children, isEmpty, isRunning, problem, onSend, onStop, onRetry, onNew } = props;
  const words = useWords();
  const pageWords = usePageWords();
  const state = useChatState();
  const choices = useExamples(state, offered);
  const composer = useRef<ComposerHandle>(null);
  const navigate = useNavigate();
  // These messages belong to another's chat, so what a person runs themselves has its place on the tool's page.
  const openTool = useCallback(
    ({ slug }: ToolListing) => void navigate(`/tools/${encodeURIComponent(slug)}`),
    [navigate],
  );
  const tools = useComposerTools(client, openTool);
  useEffect(() => {
    if (!matchMedia("(pointer: coarse)").matches) composer.current?.focus();
  }, []);
  const title = words[`wire.${kind}`];
  const hasModel = state?.hasModel ?? true;
  return (
    <WireState.Provider value={{ hasModel }}>
      <div className="wire-chat">
        <title>{`${title} · Callboard`}</title>
        <header className="wire-head">
          <h1>{title}</h1>
          <nav aria-label={words["wire.kinds"]}>
            <NavLink to="/chat/ai-sdk">AI SDK</NavLink>
            <NavLink to="/chat/ag-ui">AG-UI</NavLink>
          </nav>
          <button type="button" className="site-quiet" disabled={isEmpty || isRunning} onClick={onNew}>
            {pageWords.newChat}
          </button>
        </header>
        <p className="wire-lead">
          {words[`wire.${kind}.lead`]} {isEmpty && state && words[hasModel ? "wire.asks" : "wire.asks.noModel"]}
        </p>
        {isEmpty && choices.length > 0 && (
          <>
            <h2 className="wire-examples-heading" id="wire-examples">
              {words[hasModel ? "wire.examples" : "wire.scripts"]}
            </h2>
            <ul className="wire-examples" aria-labelledby="wire-examples">
              {choices.map(({ message, title: shows, waits }) => (
                <li key={message}>
                  <button
                    type="button"
                    className="site-quiet"
                    aria-disabled={waits !== undefined || undefined}
                    onClick={() => waits === undefined && composer.current?.send(message)}
                  >
                    <b>{shows}</b>
                    <span dir="auto">{message}</span>
                    {waits !== undefined && <span role="status">{waits}</span>}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        <ol className="wire-messages" aria-label={words["wire.messages"]}>
          {children}
        </ol>
        {problem !== null &&
          (problem.code !== "no_model" ? (
            <div className="wire-problem" role="alert">
              <p>{problem.message}</p>
              {onRetry && (
                <button type="button" className="site-quiet" onClick={onRetry}>
                  {words["wire.retry"]}
                </button>
              )}
            </div>
          ) : (
            <p className="wire-no-model" role="status">
              {words["wire.noModel"]} <Link to="/docs/chat">{words["wire.noModel.help"]}</Link>
            </p>
          ))}
        <div className="wire-foot">
          <ChatComposer
            composerRef={composer}
            running={isRunning}
            onSend={onSend}
            onStop={onStop}
            tools={tools}
            {...(!hasModel && tools && { placeholder: words["wire.placeholder.noModel"] })}
          />
        </div>
        <PinnedEnd isRunning={isRunning} isEmpty={isEmpty} />
      </div>
    </WireState.Provider>
  );
}

/** What stands below a person's message that is played from a script. */
export function ScriptNote({ text }: { text: string }): ReactNode {
  const words = useWords();
  const { hasModel } = useContext(WireState);
  if (hasModel || !isExample(text)) return null;
  return <small className="wire-script">{words["wire.script"]}</small>;
}

function isExample(text: string): boolean {
  return Object.values(examples).includes(text.replace(/\s+/g, " ").trim());
}

/** How long a chat's end may still grow after its run: an ask opens, an output is drawn. */
const SETTLES_MS = 1500;

/**
 * Keeps the window at its end while an answer comes, for who was there. What is offered before a chat begins is read
 * from its top.
 */
function PinnedEnd({ isRunning, isEmpty }: { isRunning: boolean; isEmpty: boolean }): ReactNode {
  const end = useRef<HTMLDivElement>(null);
  const [isFollowing, setFollowing] = useState(!isEmpty);
  if (isRunning && !isFollowing) setFollowing(true);
  useEffect(() => {
    if (isRunning) return;
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

/** What went wrong: in words, and for programs where the host has a code for it. */
export interface Problem {
  message: string;
  code?: string | undefined;
}

/** What went wrong, in the host's own words where it said them. */
export function problemOf(error: Error): Problem {
  const said = /\{"error":.*\}/s.exec(error.message)?.[0];
  try {
    return said ? (JSON.parse(said) as { error: Problem }).error : { message: error.message };
  } catch {
    return { message: error.message };
  }
}
