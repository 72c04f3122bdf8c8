"use client";
import type { ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { Code } from "./Code.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { codeEnglish } from "../messages/codeEnglish.ts";
import { readableText } from "./visibleText.ts";

/** Code, with its language and a copy button; wide lines scroll within. */
export function CodeBlock({ code, language }: { code: string; language: string | null }): ReactNode {
  const { t } = useKit(codeEnglish);
  return (
    <div className="cb-code-block" dir="ltr">
      <div className="cb-code-bar">
        <span>{language ?? t("chat.code")}</span>
        <CopyButton text={code} />
      </div>
      <pre tabIndex={0} role="group" aria-label={language ? t("chat.code.of", { language }) : t("chat.code")}>
        <code>
          <Code code={readableText(code)} language={language} />
        </code>
      </pre>
    </div>
  );
}
