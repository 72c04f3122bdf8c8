"use client";
import type { CallView } from "@callboard/core";
import { isFinal } from "@callboard/core/timeline";
import type { ReactNode } from "react";
import { cardEnglish } from "../messages/en.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useSpoken } from "../provider/useSpoken.ts";

interface CallAnnouncerProps {
  call: Pick<CallView, "id" | "status"> | null | undefined;
  name: string;
  /** The form that it was run by has said so. */
  isRunSaid: boolean;
  /** What waits for a person is said elsewhere. */
  isAskSaid?: boolean;
}

/** Announces how a person's own call goes, but for what they have heard already; what streams is not announced. */
export function CallAnnouncer({ call, name, isRunSaid, isAskSaid = false }: CallAnnouncerProps): ReactNode {
  const { t } = useKit(cardEnglish);
  const isAsk = call?.status.startsWith("awaiting-");
  const isSaid = isAsk ? isAskSaid : isRunSaid && call && !isFinal(call.status);
  const spoken = useSpoken(
    call && !isSaid ? t("call.announce", { name, status: t(`call.status.${call.status}`) }) : "",
    `${call?.id} ${call?.status}`,
  );
  return (
    <p className="cb-visually-hidden" role="status">
      {spoken}
    </p>
  );
}
