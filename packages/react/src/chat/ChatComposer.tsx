"use client";
import type { ToolClientError } from "@callboard/core";
import { ArrowUp, Square } from "lucide-react";
import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";
import { asClientError } from "../provider/asClientError.ts";
import { useCallboard } from "../provider/ToolProvider.tsx";

export interface ChatComposerProps {
  /** Sends a message; what was typed comes back where it rejects. */
  onSend: (text: string) => Promise<void> | void;
  /** Stops the turn that runs; without it there is no stop button. */
  onStop?: () => Promise<void> | void;
  /** A turn is running: Stop stands where Send was. */
  running?: boolean;
  /** Why nothing can be sent now, if so. */
  disabled?: string | undefined;
  placeholder?: string;
  /** Sends other words than those in the box, as an example does; what is in the box stays. */
  composerRef?: Ref<ComposerHandle>;
}

export interface ComposerHandle {
  send(text: string): void;
}

/** A second press of a double click on Send must not stop what it began. */
const STOP_AFTER_MS = 600;

/** Where a message is written: it grows with its text, Enter sends, and nothing typed is lost. */
export function ChatComposer(props: ChatComposerProps): ReactNode {
  const { onSend, onStop, running = false, disabled, placeholder, composerRef } = props;
  const { t, language } = useCallboard();
  const [text, setText] = useState("");
  const [sending, setSending] = useState(false);
  const [stopping, setStopping] = useState(false);
  const [problem, setProblem] = useState<{ of: "send" | "stop"; error: ToolClientError } | null>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const sentAt = useRef(0);
  const ids = useId();

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);

  const busy = sending || running;
  const empty = text.trim() === "";
  const why = disabled ?? (busy ? t("chat.send.running") : empty ? t("chat.send.empty") : null);

  useEffect(() => {
    if (!running) setStopping(false);
  }, [running]);

  const send = async (typed: string) => {
    setProblem(null);
    setSending(true);
    sentAt.current = Date.now();
    try {
      await onSend(typed.trim());
    } catch (cause) {
      setProblem({ of: "send", error: asClientError(cause) });
      // What was written meanwhile stays behind it.
      setText((since) => (since === "" ? typed : `${typed}\n${since}`));
    } finally {
      setSending(false);
    }
  };
  const sendTyped = () => {
    if (why !== null) return;
    setText("");
    void send(text);
  };
  useImperativeHandle(composerRef, () => ({
    send: (words) => {
      if (disabled === undefined && !busy) void send(words);
    },
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
    // While a word is being composed, Enter belongs to the input method; Safari tells by the key code alone.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    // A touch keyboard has no Shift and Enter to begin a line with.
    if (matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    sendTyped();
  };

  const stops = running && onStop !== undefined;
  const words = stops ? t(stopping ? "chat.stopping" : "chat.stop") : t("chat.send");
  return (
    <div {...language} className="callboard cb-composer">
      {problem && (
        <div className="cb-composer-problem" role="alert">
          <p>
            {problem.of === "send"
              ? `${t("chat.notSent")} ${problem.error.message}`
              : t("chat.stopFailed", { message: problem.error.message })}
          </p>
          {problem.of === "send" && !empty && (
            <button type="button" className="cb-button" disabled={busy} onClick={sendTyped}>
              {t("chat.retry")}
            </button>
          )}
        </div>
      )}
      <div className="cb-composer-box">
        <label className="cb-visually-hidden" htmlFor={`${ids}-text`}>
          {t("chat.message")}
        </label>
        <textarea
          id={`${ids}-text`}
          ref={box}
          rows={1}
          dir="auto"
          value={text}
          placeholder={placeholder ?? t("chat.placeholder")}
          aria-describedby={`${ids}-keys`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <button
          // One button in one place, so that nothing moves as it changes its meaning.
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
      </div>
      <span id={`${ids}-keys`} className="cb-visually-hidden">
        {t("chat.keys")}
      </span>
      <span id={`${ids}-why`} className="cb-visually-hidden">
        {why}
      </span>
      {disabled !== undefined && <p className="cb-call-note">{disabled}</p>}
    </div>
  );
}
