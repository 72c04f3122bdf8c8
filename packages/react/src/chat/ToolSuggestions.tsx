"use client";
import { useEffect, useRef, type ReactNode } from "react";
import { toolIntro } from "../card/toolIntro.ts";
import { LockNote } from "../page/LockNote.tsx";
import { ToolIcon } from "../view/ToolIcon.tsx";
import type { OfferedTool } from "../page/toolFinder.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { chatEnglish } from "../messages/chatEnglish.ts";

export interface ToolSuggestionsProps {
  id: string;
  tools: readonly OfferedTool[];
  /** The index of the active option; -1 for none. */
  active: number;
  isRecent: (slug: string) => boolean;
  onChoose: (tool: OfferedTool) => void;
}

/** The id of an option, which the box names as its active descendant. */
export const optionId = (id: string, index: number) => `${id}-${index}`;

/** The tools that fit what is written, as the listbox of the box below it. The focus stays in the box. */
export function ToolSuggestions({ id, tools, active, isRecent, onChoose }: ToolSuggestionsProps): ReactNode {
  const { t, locale } = useKit(chatEnglish);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the option is looked for after it was marked
  }, [active]);
  return (
    <div ref={list} className="cb-chat-tools" role="presentation" onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label={t("chat.tools")}>
        {tools.map((tool, index) => (
          // The keyboard reaches an option from the box.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
          <div
            key={tool.slug}
            id={optionId(id, index)}
            className="cb-chat-tool"
            role="option"
            aria-selected={index === active}
            data-active={index === active ? "" : undefined}
            onClick={() => onChoose(tool)}
          >
            <ToolIcon name={tool.icon} size={18} />
            <span className="cb-chat-tool-words">
              <bdi className="cb-chat-tool-name">{tool.name}</bdi>
              <bdi className="cb-chat-tool-help">{toolIntro(tool, locale)[0]}</bdi>
              <LockNote tool={tool} />
            </span>
            {tool.perhaps && <span className="cb-chat-tool-recent">{t("chat.tools.perhaps")}</span>}
            {isRecent(tool.slug) && <span className="cb-chat-tool-recent">{t("chat.tools.recent")}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
