"use client";
import { Hand, Link } from "lucide-react";
import type { ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { CopyButton } from "../text/CopyButton.tsx";
import { useWaitingBelow } from "../timeline/useApprovals.ts";
import { revealAsk } from "./revealAsk.ts";
import { useCard } from "./cardContext.ts";
import { cardEnglish } from "../messages/en.ts";

/** What can be done with any call: always there, always in the same order. */
export function CallTools(): ReactNode {
  const { call } = useCard("Body");
  const { t, hrefOf } = useKit(cardEnglish);
  const href = hrefOf?.(call.id);
  const asText = () => {
    const { id, tool, status, input, output, error } = call;
    return JSON.stringify({ id, tool, status, input, output, ...(error && { error }) }, null, 2);
  };
  return (
    <div className="cb-call-tools">
      {call.agents.length > 0 && <ToAsk id={call.id} />}
      {href !== undefined && (
        <CopyButton icon={Link} isIcon text={() => new URL(href, document.baseURI).href} label={t("call.copyLink")} />
      )}
      <CopyButton isIcon text={asText} label={t("call.copy")} />
    </div>
  );
}

/** The way from a call to what waits for a person below it. */
function ToAsk({ id }: { id: string }): ReactNode {
  const { t, timeline } = useKit(cardEnglish);
  if (useWaitingBelow(id) === null) return null;
  return (
    <button
      type="button"
      className="cb-button cb-small-button"
      data-variant="quiet"
      data-icon-only=""
      title={t("call.toAsk")}
      aria-label={t("call.toAsk")}
      onClick={({ currentTarget }) => revealAsk(timeline, id, currentTarget)}
    >
      <Hand size={14} aria-hidden />
    </button>
  );
}
