"use client";
import { lazy, Suspense, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import type { FieldInputProps } from "./fieldInput.ts";
import { holdsBytes } from "./fieldVariant.ts";
import { fileName } from "./fileName.ts";
import { TextInput } from "./TextInput.tsx";

const UploadInput = lazy(() => import("./UploadInput.tsx"));

/** A file: uploaded where the client can take it, else by its address, out of which its name is read. */
export function MediaInput(props: FieldInputProps): ReactNode {
  const { client } = useCallboard();
  if (client?.upload && !holdsBytes(props.node)) {
    return (
      <Suspense fallback={<span className="cb-dropzone" aria-busy="true" />}>
        <UploadInput {...props} />
      </Suspense>
    );
  }
  const name = fileName(props.value);
  return (
    <>
      <TextInput {...props} node={{ ...props.node, type: "url" }} />
      {name !== undefined && <span className="cb-field-note">{props.t("form.file", { name })}</span>}
    </>
  );
}
