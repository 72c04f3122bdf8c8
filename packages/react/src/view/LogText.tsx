"use client";
import { useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { DownloadButton } from "../text/DownloadButton.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "../text/visibleText.ts";

/** Characters of the end that are drawn; the download has all. */
const longest = 20_000;

/** What a call wrote on its way to another output: folded, and drawn once opened. */
export function LogText({ text }: { text: string }): ReactNode {
  const { t } = useKit(viewEnglish);
  const [opened, setOpened] = useState(false);
  const count = text.trimEnd().split("\n").length;
  const isCut = text.length > longest;
  return (
    <details className="cb-rest" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{t("view.stream.showLog", { count })}</summary>
      {opened && (
        <>
          <pre className="cb-call-stream" role="region" aria-label={t("view.stream.log")} tabIndex={0}>
            {readableText(isCut ? `…${text.slice(-longest)}` : text)}
          </pre>
          {isCut && (
            <p className="cb-note">
              {t("view.stream.tail", { count: text.length })} <DownloadButton text={text} />
            </p>
          )}
        </>
      )}
    </details>
  );
}
