"use client";
import type { ReactNode } from "react";
import type { ToolListing } from "@callboard/core";
import { toolIntro } from "../card/toolIntro.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { pageEnglish } from "../messages/pageEnglish.ts";

/** What a tool does, for everybody, and folded below it what agents are told. */
export function ToolDescription({ tool }: { tool: ToolListing }): ReactNode {
  const { t, locale } = useKit(pageEnglish);
  const [intro, forAgents] = toolIntro(tool, locale);
  return (
    <div className="cb-page-description">
      <p dir="auto">{intro}</p>
      {forAgents !== "" && (
        <details className="cb-page-more">
          <summary>{t("page.description.more")}</summary>
          <p dir="auto">{forAgents}</p>
        </details>
      )}
    </div>
  );
}
