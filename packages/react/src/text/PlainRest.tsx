"use client";
import type { ReactNode } from "react";
import { chatEnglish } from "../messages/chatEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { DownloadButton } from "./DownloadButton.tsx";
import { LongText } from "./LongText.tsx";

/** What follows the part of a long text that is read as Markdown: folded plain text, and the whole as a file. */
export function PlainRest({ rest, text }: { rest: string; text: string }): ReactNode {
  const { t } = useKit(chatEnglish);
  return (
    <div>
      <p className="cb-note">{t("chat.rest")}</p>
      <LongText text={rest} />
      <DownloadButton text={text} />
    </div>
  );
}
