"use client";
import { humanizeFieldName } from "@callboard/core/form";
import {
  ADDITIONAL_PROPERTY_FLAG,
  getSchemaType,
  getTemplate,
  getUiOptions,
  type FieldTemplateProps,
} from "@rjsf/utils";
import { useContext, useMemo, type ReactNode } from "react";
import {
  AuthorChip,
  fieldError,
  fieldWords,
  hasAuthorChip,
  issueText,
  requiredMark,
  usePartWords,
} from "@callboard/react/internal-form";
import { FieldPlaceContext, RowContext, toPointer, usePlaceState, useSafeId, type FieldPlace } from "./fieldPlace.ts";

/** Widgets of several controls, which a `<label for>` cannot name. */
const groups = /^(radio|checkboxes|rating)(widget)?$/i;

/** The frame of one field: its label above, its help below, its error in help's place. */
export function FieldTemplate(props: FieldTemplateProps): ReactNode {
  const { fieldPathId, children, errors, schema, uiSchema, registry, hidden, disabled, displayLabel } = props;
  const t = usePartWords();
  const safe = useSafeId();
  const row = useContext(RowContext);
  const { path } = fieldPathId;
  const pointer = toPointer(path);
  const state = usePlaceState(pointer);
  const id = safe(fieldPathId.$id);
  const options = getUiOptions(uiSchema, registry.globalUiOptions);
  const isChoice = ("oneOf" in schema || "anyOf" in schema) && !registry.schemaUtils.isSelect(schema);
  const name = String(path.at(-1) ?? "");
  const isAdditional = ADDITIONAL_PROPERTY_FLAG in schema;
  const label =
    row !== undefined && !schema.title && options.title === undefined
      ? row
      : (!isAdditional && props.label === name ? humanizeFieldName(name) : props.label) || t("form.field");
  const messages = hidden || isChoice || errors === undefined ? [] : said(props, state, t);
  const type = getSchemaType(schema);
  const isFrame = !displayLabel && (type === "object" || type === "array");
  const notes = [props.rawDescription, options.help ?? props.rawHelp].filter(
    (note): note is string => Boolean(note) && !isFrame,
  );
  const chip = state && hasAuthorChip(state) ? `${id}-by` : undefined;
  const noteId = messages.length > 0 ? `${id}-error` : notes.length > 0 ? `${id}-help` : undefined;
  const describedBy = [noteId, chip].filter(Boolean).join(" ") || undefined;
  const required = props.required === true && !(Array.isArray(schema.type) && schema.type.includes("null"));
  const invalid = messages.length > 0;
  const place = useMemo<FieldPlace>(
    () => ({ pointer, label, required, invalid, describedBy }),
    [pointer, label, required, invalid, describedBy],
  );
  if (hidden) return <div hidden>{children}</div>;
  // A null is nothing that anybody could choose.
  if (type === "null") return children;

  const inside = (
    <FieldPlaceContext.Provider value={place}>
      {isFrame || isChoice ? children : <RowContext.Provider value={undefined}>{children}</RowContext.Provider>}
    </FieldPlaceContext.Provider>
  );
  const problem = messages.length > 0 ? messages.join(" · ") : undefined;
  const help = notes.length > 0 ? notes.join(" ") : undefined;
  let content: ReactNode;
  if (isChoice && path.length > 0)
    content = (
      <fieldset className="cb-group" data-type="union" data-path={pointer}>
        <legend className={row !== undefined ? "cb-visually-hidden" : "cb-group-label"}>{label}</legend>
        {help !== undefined && <p className="cb-field-help">{help}</p>}
        {inside}
      </fieldset>
    );
  else if (isFrame || isChoice)
    content = (
      <>
        {inside}
        {problem !== undefined && fieldError(id, problem)}
      </>
    );
  else {
    const widget = String(options.widget ?? (type === "boolean" ? "checkbox" : ""));
    const isCheck = type === "boolean" && /^checkbox(widget)?$/i.test(widget);
    const labelClass =
      row !== undefined || isAdditional || options.label === false ? "cb-visually-hidden" : "cb-field-label";
    const words = (
      <>
        {label}
        {required && requiredMark}
      </>
    );
    content = (
      <div className="cb-field" data-type={type} data-invalid={invalid ? "" : undefined} data-by={state?.by}>
        {options.field !== undefined || isCheck ? null : groups.test(widget) ? (
          <span className={labelClass} id={`${id}-label`}>
            {words}
          </span>
        ) : (
          <label className={labelClass} htmlFor={id} id={`${id}-label`}>
            {words}
          </label>
        )}
        {inside}
        {state && chip !== undefined && <AuthorChip id={chip} field={state} t={t} />}
        {fieldWords(id, help, problem)}
      </div>
    );
  }
  if (disabled)
    content = (
      <fieldset className="cb-form-fields" disabled>
        {content}
      </fieldset>
    );
  if (!isAdditional) return content;
  const Wrap = getTemplate("WrapIfAdditionalTemplate", registry, options);
  // oxlint-disable-next-line react/static-components -- rjsf's registry has the component, it is not created here
  return <Wrap {...props}>{content}</Wrap>;
}

function said(
  { rawErrors = [] }: FieldTemplateProps,
  state: ReturnType<typeof usePlaceState>,
  t: Parameters<typeof issueText>[0],
): string[] {
  if (state) return state.issue ? [issueText(t, state.issue)] : [];
  return [...new Set(rawErrors)];
}
