"use client";
import type { ToolClientError, ToolListing } from "@callboard/core";
import { ArrowUp, Square, Wrench } from "lucide-react";
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";
import { isComposing } from "../isComposing.ts";
import { asClientError } from "../provider/asClientError.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { chatEnglish } from "../messages/chatEnglish.ts";
import { cardEnglish } from "../messages/en.ts";
import { optionId, ToolSuggestions } from "./ToolSuggestions.tsx";
import { useSuggestions, type ComposerTools } from "./useSuggestions.ts";

export interface ChatComposerProps {
  /**
   * Sends a message; where it rejects, the text returns to the box. Without it the box finds `tools` alone, and there
   * is no button to send.
   */
  onSend?: (text: string) => Promise<void> | void;
  /** Stops the running turn; without it there is no stop button. */
  onStop?: () => Promise<void> | void;
  /** Whether a turn is running: Stop then takes the place of Send. */
  running?: boolean;
  /** Disables sending, and is the reason that is shown. */
  disabled?: string | undefined;
  placeholder?: string;
  /** The tools that are offered for what is written; a slash at its beginning lists all of them. */
  tools?: ComposerTools | null;
  /** Sends another text than the one in the box, as an example does; the box keeps its text. */
  composerRef?: Ref<ComposerHandle>;
}

export interface ComposerHandle {
  send(text: string): void;
  focus(): void;
  /** Lists all tools. */
  browse(): void;
  /** Puts a text back into the box, unless it holds another one. */
  restore(text: string): void;
}

const composerEnglish = { ...cardEnglish, ...chatEnglish };

/** The time in which the second press of a double click on Send must not stop the turn. */
const STOP_AFTER_MS = 600;

/** The box for a message: it grows with its text, Enter sends, and a failed message is not lost. */
export function ChatComposer(props: ChatComposerProps): ReactNode {
  const { onSend, onStop, running = false, disabled, placeholder, composerRef, tools = null } = props;
  const { t, language } = useKit(composerEnglish);
  const [text, setText] = useState("");
  const [sending, setSending] = useState(false);
  const [stopping, setStopping] = useState(false);
  if (stopping && !running) setStopping(false);
  const [problem, setProblem] = useState<{ of: "send" | "stop"; error: ToolClientError } | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const sentAt = useRef(0);
  const ids = useId();
  const { offered, active, isListing, ...suggestions } = useSuggestions(tools, text);
  const isOffering = offered.length > 0;

  const write = (next: string) => {
    setText(next);
    suggestions.reopen(next);
  };
  const choose = (tool: ToolListing) => {
    setText("");
    suggestions.close();
    tools?.choose(tool, isListing ? "" : text.trim());
  };
  const browse = () => {
    if (!text.startsWith("/")) write(text.trim() === "" ? "/" : `/${text}`);
    else suggestions.reopen(text);
    box.current?.focus();
  };

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the box is measured after its text has changed
  }, [text]);

  const busy = sending || running;
  const empty = text.trim() === "";
  const why = disabled ?? (busy ? t("chat.send.running") : empty ? t("chat.send.empty") : null);

  const send = async (typed: string) => {
    setProblem(null);
    setSending(true);
    sentAt.current = Date.now();
    try {
      await onSend?.(typed.trim());
    } catch (cause) {
      setProblem({ of: "send", error: asClientError(cause) });
      // Text that was typed meanwhile stays, after the failed message.
      setText((since) => (since === "" ? typed : `${typed}\n${since}`));
    } finally {
      setSending(false);
    }
  };
  const sendTyped = () => {
    if (why !== null || !onSend) return;
    setText("");
    suggestions.close();
    void send(text);
  };
  useImperativeHandle(composerRef, () => ({
    send: (words) => {
      if (disabled === undefined && !busy && onSend) void send(words);
    },
    focus: () => box.current?.focus(),
    browse,
    restore: (words) => setText((since) => (since === "" ? words : since)),
  }));
  const stop = async () => {
    if (stopping || !onStop || Date.now() - sentAt.current < STOP_AFTER_MS) return;
    setStopping(true);
    setProblem(null);
    try {
      await onStop();
    } catch (cause) {
      setStopping(false);
      setProblem({ of: "stop", error: asClientError(cause) });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (isOffering && suggestions.onKey(event)) return;
    if (event.key !== "Enter" || event.shiftKey) return;
    // Where nothing can be sent, the first of what fits is the choice.
    const chosen = offered[onSend ? active : Math.max(active, 0)];
    if (chosen) {
      event.preventDefault();
      choose(chosen);
      return;
    }
    // A touch keyboard has no Shift+Enter for a new line.
    if (matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    sendTyped();
  };

  const stops = running && onStop !== undefined;
  const words = stops ? t(stopping ? "chat.stopping" : "chat.stop") : t("chat.send");
  return (
    <div
      {...language}
      className="callboard cb-composer"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) suggestions.close();
      }}
    >
      {problem && (
        <div className="cb-composer-problem" role="alert">
          <p>
            {problem.of === "send"
              ? `${t("chat.notSent")} ${problem.error.message}`
              : t("call.stopFailed", { message: problem.error.message })}
          </p>
          {problem.of === "send" && !empty && (
            <button type="button" className="cb-button" disabled={busy} onClick={sendTyped}>
              {t("chat.retry")}
            </button>
          )}
        </div>
      )}
      {isOffering && (
        <ToolSuggestions
          id={`${ids}-tools`}
          tools={offered}
          active={active}
          isRecent={tools!.isRecent}
          onChoose={choose}
        />
      )}
      <div className="cb-composer-box">
        {tools && (
          <button
            type="button"
            className="cb-button cb-composer-button"
            data-icon-only=""
            data-variant="quiet"
            aria-label={t("chat.tools.choose")}
            title={t("chat.tools.choose")}
            onClick={() => (isListing && isOffering ? suggestions.close() : browse())}
          >
            <Wrench size={16} aria-hidden />
          </button>
        )}
        <label className="cb-visually-hidden" htmlFor={`${ids}-text`}>
          {t(onSend ? "chat.message" : "chat.tools.choose")}
        </label>
        <textarea
          id={`${ids}-text`}
          ref={box}
          rows={1}
          dir="auto"
          value={text}
          placeholder={placeholder ?? t(tools ? "chat.placeholder.tools" : "chat.placeholder")}
          aria-describedby={`${ids}-keys`}
          {...(tools && {
            "aria-autocomplete": "list",
            "aria-haspopup": "listbox",
            "aria-controls": isOffering ? `${ids}-tools` : undefined,
            "aria-activedescendant": offered[active] ? optionId(`${ids}-tools`, active) : undefined,
          })}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {(onSend || stops) && (
          <button
            // Send and Stop are one button, so that nothing moves when the meaning changes.
            type="button"
            className="cb-button cb-composer-button"
            data-icon-only=""
            data-variant={stops ? undefined : "primary"}
            data-act={stops ? "stop" : "send"}
            aria-label={words}
            title={stops ? words : (why ?? words)}
            aria-disabled={stops ? stopping || undefined : why !== null || undefined}
            aria-describedby={!stops && why !== null ? `${ids}-why` : undefined}
            onClick={() => (stops ? void stop() : sendTyped())}
          >
            {stops ? <Square size={14} fill="currentColor" aria-hidden /> : <ArrowUp size={18} aria-hidden />}
          </button>
        )}
      </div>
      <span id={`${ids}-keys`} className="cb-visually-hidden">
        {onSend && t("chat.keys")}
        {tools && ` ${t("chat.keys.tools")}`}
      </span>
      {tools && (
        <span className="cb-visually-hidden" role="status">
          {isOffering ? t("chat.tools.found", { count: offered.length }) : isListing ? t("chat.tools.none") : null}
        </span>
      )}
      <span id={`${ids}-why`} className="cb-visually-hidden">
        {why}
      </span>
      {disabled !== undefined && <p className="cb-call-note">{disabled}</p>}
    </div>
  );
}
