"use client";
import { Suspense, type ReactNode } from "react";
import { lazyComponent } from "../../provider/lazyModule.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { ArrayDisplay, TextDisplay } from "./fieldDisplays.tsx";
import type { FieldDisplayProps } from "../api/fieldInput.ts";

const EntityDisplay = lazyComponent(
  () => import("../pickers/EntityDisplay.tsx"),
  (module) => module.EntityDisplay,
);

/** Things by what they are called, where the client knows it, else by their ids. */
export function RelationDisplay(props: FieldDisplayProps): ReactNode {
  const { client } = useKit();
  const { node, value } = props;
  const ids = node.type === "array" ? <ArrayDisplay {...props} /> : <TextDisplay {...props} />;
  const isEmpty = value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
  if (isEmpty || !client?.choices || node.entity === undefined) return ids;
  return (
    <Suspense fallback={ids}>
      <EntityDisplay {...props} />
    </Suspense>
  );
}
