"use client";
import { isFinal } from "@callboard/core/timeline";
import { useState, type ReactNode } from "react";
import { ToolCallCard } from "../card/ToolCallCard.tsx";
import { asClientError } from "../provider/asClientError.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useCall } from "../timeline/useNode.ts";
import { chatEnglish } from "../messages/chatEnglish.ts";

/** A tool that the person ran in the chat: its card, open, since its result is what they want. */
export function OwnCall({ callId }: { callId: string }): ReactNode {
  const { t } = useKit(chatEnglish);
  return (
    <section className="cb-own-call">
      <h2>{t("chat.youRan")}</h2>
      <ToolCallCard.Root callId={callId} defaultOpen>
        <ToolCallCard.Header actions={<CancelCall callId={callId} />} />
        <ToolCallCard.Body />
      </ToolCallCard.Root>
    </section>
  );
}

function CancelCall({ callId }: { callId: string }): ReactNode {
  const { t, client } = useKit(chatEnglish);
  const call = useCall(callId);
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!client?.cancel || !call || isFinal(call.status)) return null;
  const cancel = async () => {
    if (asked) return;
    setAsked(true);
    setProblem(null);
    try {
      await client.cancel!({ callId });
    } catch (cause) {
      setProblem(t("chat.stopFailed", { message: asClientError(cause).message }));
      setAsked(false);
    }
  };
  return (
    <>
      {problem !== null && <span role="alert">{problem}</span>}
      <button
        type="button"
        className="cb-button cb-small-button"
        aria-disabled={asked || undefined}
        aria-busy={asked || undefined}
        onClick={() => void cancel()}
      >
        {t("chat.form.cancel")}
      </button>
    </>
  );
}
