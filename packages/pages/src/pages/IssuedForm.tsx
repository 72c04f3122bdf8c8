import type { JsonSchema } from "@callboard/core";
import { ToolForm } from "@callboard/react";
import { useId, type ReactNode } from "react";
import { useWords } from "../shell/LanguageProvider.tsx";
import { refusedFields } from "./refusedFields.ts";

export interface IssuedFormProps<Input> {
  title: string;
  schema: JsonSchema;
  defaultValue?: Partial<Input>;
  submitLabel: string;
  make(input: Input): Promise<unknown>;
  onCancel(): void;
}

/** The form that makes another one of a page's list; it says at its fields what the host refuses. */
export function IssuedForm<Input>(props: IssuedFormProps<Input>): ReactNode {
  const words = useWords();
  const titleId = useId();
  const { title, schema, defaultValue, submitLabel, make, onCancel } = props;
  return (
    <div className="site-publishing-new" role="group" aria-labelledby={titleId} tabIndex={-1} data-step="">
      <h2 id={titleId}>{title}</h2>
      <ToolForm
        schema={schema}
        {...(defaultValue !== undefined && { defaultValue })}
        submitLabel={submitLabel}
        onSubmit={(input: Input) => refusedFields(make(input))}
      />
      <button type="button" className="site-quiet" onClick={onCancel}>
        {words["publishing.cancel"]}
      </button>
    </div>
  );
}
