// #region inspector
import { useCallback } from "react";
import type { ToolClient } from "@callboard/core";
import { ToolInspector } from "@callboard/react/inspector";
import "@callboard/react/styles.css";
import "@callboard/react/inspector.css";

export function Inspector({ client, count }: { client: ToolClient; count: (text: string) => number }) {
  const countTokens = useCallback(async (texts: readonly string[]) => texts.map(count), [count]);
  return <ToolInspector client={client} countTokens={countTokens} tokenizer="o200k_base" />;
}
// #endregion
