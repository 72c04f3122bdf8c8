import { createHttpClient } from "@callboard/core";
import { Chat, ToolProvider } from "@callboard/react";
import "@callboard/react/styles.css";

const client = createHttpClient({ baseUrl: "" });

export function Assistant() {
  return (
    <ToolProvider client={client}>
      <Chat examples={["Read the README of React and tell me what it is for"]} />
    </ToolProvider>
  );
}
