"use client";
import { useContext, type ReactNode } from "react";
import { InputBesideContext } from "../card/cardContext.ts";
import { ToolCallCard } from "../card/ToolCallCard.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
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
        <ToolCallCard.Header />
        <InputBesideContext.Provider value>
          <ToolCallCard.Body />
        </InputBesideContext.Provider>
      </ToolCallCard.Root>
    </section>
  );
}
