import type { ToolClient } from "@callboard/core";
import { ToolBlock } from "@callboard/react";
import "@callboard/react/styles.css";

export function Pricing({ client, save }: { client: ToolClient; save: (output: unknown) => void }) {
  return <ToolBlock client={client} slug="tip-splitter" onCompleted={save} />;
}
