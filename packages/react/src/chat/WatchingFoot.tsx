"use client";
import type { ToolClient } from "@callboard/core";
import { Eye } from "lucide-react";
import { useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from "react";
import { useCancel } from "../card/useCancel.ts";
import { chatEnglish } from "../messages/chatEnglish.ts";
import { isAble } from "../provider/clientAbilities.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { ChatComposer, type ComposerHandle } from "./ChatComposer.tsx";
import type { ComposerTools } from "./useSuggestions.ts";

export interface WatchingFootProps {
  /** The tools that may be run in the chat. */
  tools: ComposerTools | null;
  /** The agents that are at work. */
  running: readonly string[];
  /** What works at the composer of one's own chat. */
  composerRef: Ref<ComposerHandle>;
}

/**
 * What stands in place of the composer in another person's chat: why there is none, and what a colleague may do there.
 */
export function WatchingFoot({ tools, running, composerRef }: WatchingFootProps): ReactNode {
  const { t, client } = useKit(chatEnglish);
  const [isFinding, setFinding] = useState(false);
  const finder = useRef<ComposerHandle>(null);
  const opener = useRef<HTMLButtonElement>(null);
  // Whoever opens the list of tools is in its box then.
  useLayoutEffect(() => {
    if (isFinding) finder.current?.browse();
  }, [isFinding]);
  useImperativeHandle(composerRef, () => ({
    send() {},
    focus: () => opener.current?.focus(),
    browse: () => setFinding(tools !== null),
    restore() {},
  }));
  return (
    <>
      {tools && isFinding && (
        <ChatComposer
          composerRef={finder}
          placeholder={t("chat.placeholder.noModel")}
          tools={{
            ...tools,
            choose(tool, text) {
              setFinding(false);
              tools.choose(tool, text);
            },
          }}
        />
      )}
      <div className="cb-notice cb-call-note">
        <Eye size={16} aria-hidden />
        <div className="cb-chat-waiting">
          <p>{t("chat.watching")}</p>
          {tools && (
            <button
              ref={opener}
              type="button"
              className="cb-inline-button"
              aria-expanded={isFinding}
              onClick={() => setFinding(!isFinding)}
            >
              {t("chat.watching.run")}
            </button>
          )}
          {isAble(client, "cancel") &&
            running.map((agentId) => <StopAgent key={agentId} client={client} agentId={agentId} />)}
        </div>
      </div>
    </>
  );
}

function StopAgent({ client, agentId }: { client: ToolClient; agentId: string }): ReactNode {
  const { t } = useKit(chatEnglish);
  const { isAsked, problem, cancel } = useCancel(client, { agentId });
  return (
    <>
      <button
        type="button"
        className="cb-inline-button"
        aria-disabled={isAsked || undefined}
        aria-busy={isAsked || undefined}
        onClick={cancel}
      >
        {t(isAsked ? "chat.stopping" : "chat.stop")}
      </button>
      {problem !== null && <p role="alert">{problem}</p>}
    </>
  );
}
