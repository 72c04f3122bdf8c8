"use client";
import { humanizeFieldName } from "@callboard/core/form";
import {
  getSubmitButtonOptions,
  type CyclicSchemaExpandProps,
  type ErrorListProps,
  type IconButtonProps,
  type OptionalDataControlsTemplateProps,
  type RJSFSchema,
  type SubmitButtonProps,
  type TemplatesType,
} from "@rjsf/utils";
import { useContext, type ReactNode } from "react";
import { fieldIcon, FormContext, rootOf, showControl, usePartWords } from "@callboard/react/internal-form";
import {
  ArrayFieldItemButtonsTemplate,
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  MultiSchemaFieldTemplate,
  ObjectFieldTemplate,
  WrapIfAdditionalTemplate,
} from "./containers.tsx";
import { FieldTemplate } from "./FieldTemplate.tsx";
import { useSafeId } from "./fieldPlace.ts";

/** One place of rjsf's tree of errors. */
interface Errors {
  __errors?: string[];
  [step: string]: Errors | string[] | undefined;
}

function listErrors(tree: Errors, path: readonly string[]): { path: readonly string[]; message: string }[] {
  const own = (tree.__errors ?? []).map((message) => ({ path, message }));
  const below = Object.entries(tree).flatMap(([step, part]) =>
    step !== "__errors" && part && !Array.isArray(part) ? listErrors(part, [...path, step]) : [],
  );
  return [...own, ...below];
}

/** The labels down to a place, where the schema has them: "Rows, 2, Full name". */
function namesAlong(schema: unknown, path: readonly string[]): string[] {
  let at: unknown = schema;
  return path.map((step) => {
    const { properties, items } = (typeof at === "object" && at !== null ? at : {}) as RJSFSchema;
    const isRow = /^\d+$/.test(step) && !properties;
    at = isRow ? items : properties && Object.hasOwn(properties, step) ? properties[step] : undefined;
    const title = typeof at === "object" && at !== null && "title" in at ? at.title : undefined;
    if (isRow) return String(Number(step) + 1);
    return typeof title === "string" && title !== "" ? title : humanizeFieldName(step);
  });
}

/** The issues that stopped a submit, each with a link to its field. A surrounding form has a summary of its own. */
function ErrorListTemplate({ errorSchema, schema, registry }: ErrorListProps): ReactNode {
  const t = usePartWords();
  const scope = useContext(FormContext);
  const safe = useSafeId();
  if (scope) return null;
  const found = listErrors(errorSchema as Errors, []);
  const shown = found.filter(
    (one, index) => found.findIndex(({ path }) => path.join("/") === one.path.join("/")) === index,
  );
  const fields = shown.filter(({ path }) => path.length > 0);
  const { idPrefix, idSeparator } = registry.globalFormOptions;
  return (
    <div className="cb-form-summary" role="alert" tabIndex={-1}>
      <p className="cb-form-summary-title">
        {fieldIcon("alert")}
        <span>{fields.length > 0 ? t("form.summary", { count: fields.length }) : t("form.summaryForm")}</span>
      </p>
      {shown.map(({ path, message }) => path.length === 0 && <p key={message}>{message}</p>)}
      {fields.length > 0 && (
        <ul>
          {fields.slice(0, 20).map(({ path, message }) => {
            const id = safe([idPrefix, ...path].join(idSeparator));
            return (
              <li key={id}>
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    const control = rootOf(event.currentTarget).getElementById(id);
                    if (control) showControl(control);
                  }}
                >
                  {namesAlong(schema, path).join(", ")}
                </a>
                {": "}
                {message}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function SubmitButton({ uiSchema }: SubmitButtonProps): ReactNode {
  const t = usePartWords();
  const { submitText, norender, props = {} } = getSubmitButtonOptions(uiSchema);
  if (norender) return null;
  const isDefault = submitText === undefined || submitText === "Submit";
  return (
    <div className="cb-form-footer">
      <button type="submit" {...props} className="cb-button cb-form-submit" data-variant="primary">
        <span className="cb-form-submit-label">{isDefault ? t("form.submit") : submitText}</span>
      </button>
    </div>
  );
}

/** The next level of a recursive schema, drawn on request. */
function CyclicSchemaExpandTemplate({ name, fieldPathId, onExpand }: CyclicSchemaExpandProps): ReactNode {
  const t = usePartWords();
  return (
    <div className="cb-field" data-type="lazy">
      <button type="button" className="cb-button" onClick={() => onExpand(fieldPathId.$id)}>
        {fieldIcon("add")}
        {t("form.addLevel", { label: humanizeFieldName(String(name)) })}
      </button>
    </div>
  );
}

function OptionalDataControlsTemplate({
  id,
  label,
  onAddClick,
  onRemoveClick,
}: OptionalDataControlsTemplateProps): ReactNode {
  const safe = useSafeId();
  const act = onAddClick ?? onRemoveClick;
  if (!act) return <p className="cb-value-empty">{label}</p>;
  return (
    <button type="button" id={safe(id)} className="cb-button" data-variant="quiet" onClick={act}>
      {fieldIcon(onAddClick ? "add" : "remove")}
      {label}
    </button>
  );
}

const iconButton = (icon: Parameters<typeof fieldIcon>[0], key: "form.add") =>
  function IconButton({
    registry: _registry,
    uiSchema: _ui,
    icon: _icon,
    iconType: _type,
    className: _class,
    ...props
  }: IconButtonProps): ReactNode {
    const t = usePartWords();
    return (
      <button type="button" {...props} className="cb-button" data-variant="quiet" aria-label={props.title ?? t(key)}>
        {fieldIcon(icon)}
      </button>
    );
  };

/** Descriptions, help and errors are drawn by the field's frame, in their places. */
const Nothing = (): ReactNode => null;

/** The kit's markup by the names of rjsf's templates. */
export const templates: Partial<Omit<TemplatesType, "ButtonTemplates">> & {
  ButtonTemplates: Partial<TemplatesType["ButtonTemplates"]>;
} = {
  ArrayFieldItemButtonsTemplate,
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  CyclicSchemaExpandTemplate,
  DescriptionFieldTemplate: Nothing,
  ErrorListTemplate,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  FieldTemplate,
  MultiSchemaFieldTemplate,
  ObjectFieldTemplate,
  OptionalDataControlsTemplate,
  WrapIfAdditionalTemplate,
  ButtonTemplates: { SubmitButton, AddButton: iconButton("add", "form.add") },
};
