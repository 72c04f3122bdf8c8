"use client";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { lockEnglish } from "../messages/lockEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";

/** Says of a tool that is seen why it cannot be run, with a lock. Nothing for a tool that can be. */
export function LockNote({ why }: { why: string | undefined }): ReactNode {
  const { t } = useKit(lockEnglish);
  if (why === undefined) return null;
  return (
    <span className="cb-call-note">
      <Lock size={14} style={{ verticalAlign: -2 }} aria-hidden /> {t("lock.why", { why })}
    </span>
  );
}
