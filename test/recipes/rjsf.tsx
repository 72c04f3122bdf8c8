import { ToolForm, ToolProvider } from "@callboard/react";
import { RjsfForm, rjsfForm } from "@callboard/rjsf";
import "@callboard/react/styles.css";
import type { ReactNode } from "react";

// #region keep
const schema = { type: "object", properties: { name: { type: "string" } } } as const;
const uiSchema = { name: { "ui:title": "Your name" } };

type Save = (value: unknown) => void;

export function Kept({ save }: { save: Save }) {
  return (
    <RjsfForm
      schema={schema}
      uiSchema={uiSchema}
      formData={{ name: "Ada" }}
      onSubmit={({ formData }) => save(formData)}
    />
  );
}
// #endregion

// #region draw
export function Drawn({ save }: { save: Save }) {
  return <ToolForm schema={schema} uiSchema={uiSchema} defaultValue={{ name: "Ada" }} onSubmit={save} />;
}
// #endregion

// #region fallback
export function Fallback({ children }: { children: ReactNode }) {
  return <ToolProvider fallbackForm={rjsfForm}>{children}</ToolProvider>;
}
// #endregion
