import { createLocalClient, createRegistry } from "@callboard/core";
import { ToolPage, ToolProvider } from "@callboard/react";
import "@callboard/react/styles.css";
import tipSplitter from "./definition.ts";

const registry = createRegistry();
registry.register(tipSplitter);
const client = createLocalClient(registry);

export function App() {
  return (
    <ToolProvider client={client}>
      <ToolPage slug="tip-splitter" />
    </ToolProvider>
  );
}
