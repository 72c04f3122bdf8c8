"use client";
import { Columns3, Rows3 } from "lucide-react";
import type { ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useKept } from "../timeline/useKept.ts";
import { useOpenNodes } from "../timeline/useOpen.ts";
import { cardEnglish } from "../messages/en.ts";

export interface LanesProps {
  /** Under which the reader's choice is kept. */
  id: string;
  /** The rows that are read side by side. */
  rows: readonly string[];
  children: ReactNode;
}

/** Agents that work at the same time: rows, one below the other, or lanes side by side as the reader likes. */
export function Lanes({ id, rows, children }: LanesProps): ReactNode {
  const { t } = useKit(cardEnglish);
  const nodes = useOpenNodes();
  const [aside, setAside] = useKept(id, false);
  const label = t(aside ? "agent.asRows" : "agent.asLanes");
  const Icon = aside ? Rows3 : Columns3;
  return (
    <div className="cb-lanes" role="group" aria-label={t("call.agentCount", { count: rows.length })}>
      <div className="cb-lanes-head cb-call-note">
        <span>{t("call.agentCount", { count: rows.length })}</span>
        <button
          type="button"
          className="cb-button cb-small-button"
          data-variant="quiet"
          onClick={() => {
            // A lane shows what its agent does.
            if (!aside) for (const row of rows) nodes.choose(row, true);
            setAside(!aside);
          }}
        >
          <Icon size={14} aria-hidden />
          {label}
        </button>
      </div>
      <div
        className="cb-lanes-list"
        data-aside={aside || undefined}
        {...(aside ? { tabIndex: 0, role: "group", "aria-label": t("call.agentCount", { count: rows.length }) } : {})}
      >
        {children}
      </div>
    </div>
  );
}
