import type { ToolClient } from "@callboard/core";
import { card, Chat, ToolProvider } from "@callboard/react";
import "@callboard/react/styles.css";
import tipSplitter from "./definition.ts";

const cards = [
  card(tipSplitter, ({ input, output, Default }) =>
    output ? (
      <p>
        {input?.people} people pay <strong>{output.each}</strong> each.
      </p>
    ) : (
      <Default />
    ),
  ),
];

export function Assistant({ client }: { client: ToolClient }) {
  return (
    <ToolProvider client={client} cards={cards}>
      <Chat />
    </ToolProvider>
  );
}
