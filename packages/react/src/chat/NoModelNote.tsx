"use client";
import { useContext, type ReactNode } from "react";
import { ToolIcon } from "../view/ToolIcon.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { ChatToolsContext } from "./chatTools.ts";
import { chatEnglish } from "../messages/chatEnglish.ts";

/**
 * What stands below a message that no model is there to answer: that sentence, how to connect one, and the closest
 * tools.
 */
export function NoModelNote({ text }: { text: string }): ReactNode {
  const { t } = useKit(chatEnglish);
  const chat = useContext(ChatToolsContext);
  const found = chat?.tools?.find(text, 3) ?? [];
  return (
    <div className="cb-no-model">
      <p>
        {t("chat.noModel")} {chat?.modelHelp !== undefined && <a href={chat.modelHelp}>{t("chat.noModel.help")}</a>}
      </p>
      {chat?.tools && (
        <div className="cb-chips" role="group" aria-label={t("chat.noModel.fits")}>
          {found.length > 0 && <span>{t("chat.noModel.fits")}</span>}
          {found.map((tool) => (
            <button key={tool.slug} type="button" className="cb-button cb-chip" onClick={() => chat.open(tool, text)}>
              <ToolIcon name={tool.icon} size={14} />
              <bdi>{tool.perhaps ? t("chat.tools.perhapsOne", { name: tool.name }) : tool.name}</bdi>
            </button>
          ))}
          <button type="button" className="cb-button cb-chip" onClick={chat.browse}>
            {t("chat.noModel.browse")}
          </button>
        </div>
      )}
    </div>
  );
}
