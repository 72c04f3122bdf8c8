"use client";
import { isFinal } from "@callboard/core/timeline";
import { useContext, type ReactNode } from "react";
import { InputBesideContext } from "../card/cardContext.ts";
import { ToolCallCard } from "../card/ToolCallCard.tsx";
import { useCancel } from "../card/useCancel.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useCall } from "../timeline/useNode.ts";
import { ChatToolsContext } from "./chatTools.ts";
import { chatEnglish } from "../messages/chatEnglish.ts";

/** A tool that the person ran in the chat: its card, open, since its result is what they want. */
export function OwnCall({ callId }: { callId: string }): ReactNode {
  const { t } = useKit(chatEnglish);
  const chat = useContext(ChatToolsContext);
  return (
    <section className="cb-own-call">
      <h2>{t(chat?.isWatched ? "chat.personRan" : "chat.youRan")}</h2>
      <ToolCallCard.Root callId={callId} defaultOpen>
        <ToolCallCard.Header actions={<CancelCall callId={callId} />} />
        <InputBesideContext.Provider value>
          <ToolCallCard.Body />
        </InputBesideContext.Provider>
      </ToolCallCard.Root>
    </section>
  );
}

function CancelCall({ callId }: { callId: string }): ReactNode {
  const { t, client } = useKit(chatEnglish);
  const call = useCall(callId);
  const { isAsked, problem, cancel } = useCancel(client, { callId });
  if (!client?.cancel || !call || isFinal(call.status)) return null;
  return (
    <>
      {problem !== null && <span role="alert">{problem}</span>}
      <button
        type="button"
        className="cb-button cb-small-button"
        aria-disabled={isAsked || undefined}
        aria-busy={isAsked || undefined}
        onClick={cancel}
      >
        {t("chat.form.cancel")}
      </button>
    </>
  );
}
