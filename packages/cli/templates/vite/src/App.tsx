import { createLocalClient, createRegistry } from "@callboard/core";
import { ToolPage, ToolProvider } from "@callboard/react";
import tipSplitter from "./tools/tip-splitter.ts";

// The tools run in this page. To run them on a server: createHttpClient({ baseUrl: "" }).
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
