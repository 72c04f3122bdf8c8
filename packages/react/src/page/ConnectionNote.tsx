"use client";
import type { ConnectionState } from "@callboard/core";
import type { ReactNode } from "react";
import { useSettledFlag } from "../card/useSettledFlag.ts";
import { blockEnglish } from "../messages/blockEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";

/** Says below a run that its connection to the host is lost, once that lasts. */
export function ConnectionNote({ state }: { state: ConnectionState }): ReactNode {
  const { t } = useKit(blockEnglish);
  const isLost = useSettledFlag(state === "waiting" || state === "offline", 1000);
  return (
    isLost && (
      <p className="cb-page-connection" role="status">
        {t(state === "offline" ? "page.connection.offline" : "page.connection.waiting")}
      </p>
    )
  );
}
