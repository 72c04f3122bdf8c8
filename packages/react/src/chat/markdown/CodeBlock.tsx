"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useCallboard } from "../../provider/ToolProvider.tsx";

/** Code as it stands, with its language and a button that copies it; wide lines scroll within. */
export function CodeBlock({ code, language }: { code: string; language: string | null }): ReactNode {
  const { t } = useCallboard();
  return (
    <div className="cb-code-block" dir="ltr">
      <div className="cb-code-bar">
        <span>{language ?? t("chat.code")}</span>
        <CopyButton text={code} />
      </div>
      <pre tabIndex={0} role="group" aria-label={language ? t("chat.code.of", { language }) : t("chat.code")}>
        <code>{code}</code>
      </pre>
    </div>
  );
}

type Copying = "idle" | "copied" | "failed";

function CopyButton({ text }: { text: string }): ReactNode {
  const { t } = useCallboard();
  const [state, setState] = useState<Copying>("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      // Not allowed here; the text can still be selected.
      setState("failed");
    }
  };
  const Icon = state === "copied" ? Check : Copy;
  return (
    <button
      type="button"
      className="cb-button cb-small-button cb-code-copy"
      data-variant="quiet"
      onClick={() => void copy()}
    >
      <Icon size={14} aria-hidden />
      <span aria-live="polite">{t(`chat.copy.${state}`)}</span>
    </button>
  );
}
