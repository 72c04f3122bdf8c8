"use client";
import type { JsonNode } from "@callboard/core/form";
import type { FieldProps } from "@rjsf/utils";
import { useContext, useMemo, useState, type ReactNode } from "react";
import type { FieldInputProps } from "@callboard/react";
import { FormContext, formEnglish, JsonInput, ObjectDisplay, useKit } from "@callboard/react/internal-form";
import { FieldPlaceContext, useSafeId } from "./fieldPlace.ts";

/** The last resort: what rjsf has no field for is asked for as JSON. */
export function JsonField(props: FieldProps): ReactNode {
  const { fieldPathId, formData, onChange, schema, readonly } = props;
  const { t, locale } = useKit(formEnglish);
  const scope = useContext(FormContext);
  const place = useContext(FieldPlaceContext);
  const safe = useSafeId();
  const id = safe(fieldPathId.$id);
  const [typed, setTyped] = useState<Parameters<FieldInputProps["onChange"]>[1]>();
  const label = place?.label ?? props.name;
  const node = useMemo<JsonNode>(
    () => ({ kind: "json", label, required: false, nullable: true, schema: schema as JsonNode["schema"] }),
    [label, schema],
  );
  if (readonly)
    return (
      <div className="cb-field-value" role="group" aria-labelledby={`${id}-label`} id={id} tabIndex={-1}>
        <ObjectDisplay node={node} value={formData} locale={locale} t={t} />
      </div>
    );
  return (
    <>
      <JsonInput
        id={id}
        path={place?.pointer ?? ""}
        node={node}
        value={formData}
        text={typed?.text}
        invalid={place?.invalid ?? typed?.problem !== undefined}
        describedBy={typed?.problem ? `${id}-json` : place?.describedBy}
        labelledBy={`${id}-label`}
        required={false}
        readOnly={false}
        locale={locale}
        t={t}
        onChange={(value, text) => {
          setTyped(text);
          if (scope && place)
            scope.store.setProblem(place.pointer, text?.problem && { ...text.problem, path: place.pointer });
          if (!text?.problem) onChange(value as typeof formData, fieldPathId.path);
        }}
        onBlur={() => place && scope?.store.touch(place.pointer)}
      />
      {!scope && typed?.problem && (
        <p className="cb-field-error" id={`${id}-json`}>
          {typed.problem.message}
        </p>
      )}
    </>
  );
}
