import { ChatPage } from "@callboard/pages";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { useWords } from "../words.ts";
import { useChatState } from "./useChatState.ts";
import { useExamples } from "./useExamples.ts";

/**
 * The standard chat, with the example conversations, and the way to other people's chats where the bar has no room for
 * it.
 */
export function DemoChat(): ReactNode {
  const words = useWords();
  const state = useChatState();
  const examples = useExamples(state);
  return (
    <ChatPage
      examples={state && examples}
      modelHelp="/docs/chat"
      below={
        <nav className="site-kinds" aria-label={words["wire.kinds"]}>
          <NavLink to="/chat/ai-sdk">{words["wire.aiSdk"]}</NavLink>
          <NavLink to="/chat/ag-ui">{words["wire.agUi"]}</NavLink>
        </nav>
      }
    />
  );
}
