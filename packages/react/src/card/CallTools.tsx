"use client";
import { Link } from "lucide-react";
import type { ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { CopyButton } from "../text/CopyButton.tsx";
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
      {href !== undefined && (
        <CopyButton icon={Link} isIcon text={() => new URL(href, document.baseURI).href} label={t("call.copyLink")} />
      )}
      <CopyButton isIcon text={asText} label={t("call.copy")} />
    </div>
  );
}
