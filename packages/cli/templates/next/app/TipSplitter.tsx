"use client";
import { createHttpClient } from "@callboard/core";
import { ToolPage, ToolProvider } from "@callboard/react";

// The tools run in app/api/[...path]/route.ts.
const client = createHttpClient({ baseUrl: "" });

export function TipSplitter() {
  return (
    <ToolProvider client={client}>
      <ToolPage slug="tip-splitter" />
    </ToolProvider>
  );
}
