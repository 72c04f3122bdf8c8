"use client";
import { Suspense, type ReactNode } from "react";
import { lazyComponent } from "../../provider/lazyModule.ts";
import { fieldPartsEnglish } from "../../messages/fieldPartsEnglish.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import type { FieldInputProps } from "../api/fieldInput.ts";
import { holdsBytes } from "../api/fieldVariant.ts";
import { fileName } from "../uploads/fileName.ts";
import { TextInput } from "./TextInput.tsx";

const UploadInput = lazyComponent(
  () => import("../uploads/UploadInput.tsx"),
  (module) => module.UploadInput,
);

/** A file: uploaded where the client can take it, else by its address, out of which its name is read. */
export function MediaInput(props: FieldInputProps): ReactNode {
  const { client, t } = useKit(fieldPartsEnglish);
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
      {name !== undefined && <span className="cb-field-note">{t("form.file", { name })}</span>}
    </>
  );
}
