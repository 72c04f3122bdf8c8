import { createHttpClient } from "@callboard/core";
import { Chat, createToolFinder, SessionList, ToolProvider, type CreateToolFinder } from "@callboard/react";
import "@callboard/react/styles.css";
import { useState } from "react";

// #region page
const client = createHttpClient({ baseUrl: "" });

export function ChatPage() {
  const [id, setId] = useState<string | null>(null);
  return (
    <ToolProvider client={client}>
      <SessionList selected={id} onSelect={setId} onDelete={(deleted) => deleted === id && setId(null)} />
      <div style={{ height: "100dvh" }}>
        <Chat sessionId={id} onSession={setId} />
      </div>
    </ToolProvider>
  );
}
// #endregion

// #region finder
const createFinder: CreateToolFinder = (tools, locale) =>
  createToolFinder(
    tools.filter(({ category }) => category !== "admin"),
    locale,
  );

export const OwnFinder = () => <Chat createFinder={createFinder} />;
// #endregion
