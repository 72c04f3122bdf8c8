"use client";
import type { ToolListing } from "@callboard/core";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { lockEnglish } from "../messages/lockEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";

/**
 * Says of a tool that is seen why it cannot be run, with a lock; above its form (`hasDetail`) also what whoever runs
 * the host can do. Nothing for a tool that can be run.
 */
export function LockNote({
  tool: { locked, needs },
  hasDetail = false,
}: {
  tool: Pick<ToolListing, "locked" | "needs">;
  hasDetail?: boolean;
}): ReactNode {
  const { t } = useKit(lockEnglish);
  if (locked === undefined) return null;
  const note = (
    <span className="cb-call-note">
      <Lock size={14} style={{ verticalAlign: -2 }} aria-hidden />{" "}
      {needs === "model" ? t("lock.needsModel") : t("lock.why", { why: locked })}
    </span>
  );
  if (!hasDetail || needs !== "model") return note;
  return (
    <div className="cb-lock">
      {note}
      <details className="cb-call-detail">
        <summary>{t("lock.connectModel")}</summary>
        <p>{t("lock.connectModelHow")}</p>
      </details>
    </div>
  );
}
