"use client";
import { Check, Copy, type LucideIcon } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { codeEnglish } from "../messages/codeEnglish.ts";
import { copyText } from "./copyText.ts";

type Copying = "idle" | "copied" | "failed";

export interface CopyButtonProps {
  /** A text that costs something is made on the click. */
  text: string | (() => string);
  label?: string;
  /** The label is for screen readers and the pointer alone. */
  isIcon?: boolean;
  icon?: LucideIcon;
}

/** A quiet button that copies a text, and says so. */
export function CopyButton({ text, label, isIcon = false, icon = Copy }: CopyButtonProps): ReactNode {
  const { t } = useKit(codeEnglish);
  const [state, setState] = useState<Copying>("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => setState((await copyText(text)) ? "copied" : "failed");
  const Icon = state === "copied" ? Check : icon;
  const words = state === "idle" && label !== undefined ? label : t(`chat.copy.${state}`);
  return (
    <button
      type="button"
      className="cb-button cb-small-button cb-code-copy"
      data-variant="quiet"
      data-icon-only={isIcon ? "" : undefined}
      title={isIcon ? words : undefined}
      onClick={() => void copy()}
    >
      <Icon size={14} aria-hidden />
      <span aria-live="polite" className={isIcon ? "cb-visually-hidden" : undefined}>
        {words}
      </span>
    </button>
  );
}
