"use client";
import { useId, type ReactNode } from "react";
import { chatEnglish } from "../messages/chatEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";

/** An example message of a chat. */
export interface ChatExample {
  /** What is sent. */
  message: string;
  /** What it shows, in a few words; the message itself unless given. */
  title?: string;
  /** The host plays a script for it: its words were written beforehand, and the chat says so. */
  script?: boolean;
  /** Why it cannot be sent yet; it is offered once there is no reason. */
  waits?: string | undefined;
}

interface EmptyChatProps {
  examples: readonly ChatExample[];
  hasTools: boolean;
  hasModel: boolean;
  onAsk: (text: string) => void;
}

/** What a chat offers before its first message. */
export function EmptyChat({ examples, hasTools, hasModel, onAsk }: EmptyChatProps): ReactNode {
  const { t } = useKit(chatEnglish);
  const scripts = examples.filter(({ script }) => script);
  const messages = examples.filter(({ script }) => !script);
  return (
    <div className="cb-chat-empty">
      <h2>{t(hasModel ? "chat.empty" : "chat.empty.noModel")}</h2>
      <p>{t(!hasModel ? "chat.emptyHelp.noModel" : hasTools ? "chat.emptyHelp.tools" : "chat.emptyHelp")}</p>
      <Examples heading={t("chat.examples")} examples={messages} onAsk={onAsk} />
      <Examples heading={t("chat.scripts")} help={t("chat.scripts.help")} examples={scripts} onAsk={onAsk} />
    </div>
  );
}

interface ExamplesProps {
  heading: string;
  help?: string;
  examples: readonly ChatExample[];
  onAsk: (text: string) => void;
}

function Examples({ heading, help, examples, onAsk }: ExamplesProps): ReactNode {
  const id = useId();
  if (examples.length === 0) return null;
  return (
    <>
      <h3 id={id}>{heading}</h3>
      {help !== undefined && <p className="cb-chat-empty-help">{help}</p>}
      <ul aria-labelledby={id}>
        {examples.map(({ message, title, waits }) => (
          <li key={message}>
            <button
              type="button"
              className="cb-button cb-chat-example"
              aria-disabled={waits !== undefined || undefined}
              onClick={() => waits === undefined && onAsk(message)}
            >
              {title !== undefined && <bdi className="cb-chat-example-title">{title}</bdi>}
              <span dir="auto">{message}</span>
              {waits !== undefined && (
                <span className="cb-chat-example-waits" role="status">
                  {waits}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
