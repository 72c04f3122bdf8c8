"use client";
import type { JsonNode, LeafNode, Pointer } from "@callboard/core/form";
import { memo, useCallback, type ComponentType, type ReactNode } from "react";
import type { FieldDisplayProps, FieldInputProps } from "../field/fieldInput.ts";
import { foreignText, isGroup as hasSeveralControls, isRare } from "../field/fieldVariant.ts";
import { plainInputs } from "../field/plainInputs.tsx";
import { afterPress } from "./afterPress.ts";
import { AuthorChip, hasAuthorChip } from "./AuthorChip.tsx";
import { fieldError, requiredMark } from "./fieldMarks.tsx";
import { issueText, useField, useFormScope, useLaterParts, type FormScope } from "./formContext.ts";

/** What is registered for a field: by its pointer, by its pointer in any row, by its type, by the slot, else the kit's own. */
// oxlint-disable-next-line typescript/no-explicit-any -- the registry's components know their own kind of node
export function ownComponent(scope: FormScope, path: Pointer, type: string): ComponentType<any> | undefined {
  const { fields, registry } = scope;
  return (
    fields?.[path] ??
    fields?.[path.replace(/\/\d+(?=\/|$)/g, "/*")] ??
    fields?.[type] ??
    registry.get("field-input", type)
  );
}

/** One value: its label above, its help below, its error in help's place. Re-renders for its own path alone. */
export const LeafField = memo(function LeafField({
  node,
  path,
  label = node.label,
  hideLabel = false,
  required = node.required,
}: {
  node: LeafNode | JsonNode;
  path: Pointer;
  label?: string;
  /** It must be there now, though it need not always be. */
  required?: boolean;
  /** The label is said, not shown: in lists, where the row says it. */
  hideLabel?: boolean;
}): ReactNode {
  const scope = useFormScope();
  const { store, t, locale } = scope;
  const field = useField(path);
  const id = scope.idOf(path);
  const change = useCallback<FieldInputProps["onChange"]>(
    (value, typed) => store.setValue(path, value, "human", typed),
    [store, path],
  );
  const blur = useCallback(() => afterPress(() => store.touch(path)), [store, path]);
  const type = node.kind === "json" ? "json" : node.type;
  const readOnly = scope.readOnly || node.readOnly === true;

  if (readOnly) {
    // oxlint-disable-next-line typescript/no-explicit-any -- the registry's components know their own kind of node
    const Display: ComponentType<FieldDisplayProps<any>> = scope.registry.get("field-display", type) ?? LaterDisplay;
    return (
      <div className="cb-field" data-type={type} data-readonly="">
        <div className={hideLabel ? "cb-visually-hidden" : "cb-field-label"} id={`${id}-label`}>
          {label}
        </div>
        <div className="cb-field-value" role="group" aria-labelledby={`${id}-label`} id={id} tabIndex={-1}>
          <Display node={node} value={field.value} locale={locale} t={t} />
        </div>
      </div>
    );
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the registry's components know their own kind of node
  const Input: ComponentType<FieldInputProps<any>> =
    ownComponent(scope, path, type) ??
    (node.kind === "leaf" && !isRare(node) ? plainInputs[node.type] : undefined) ??
    LaterInput;
  const isGroup = node.kind === "leaf" && hasSeveralControls(node);
  const isCheck = type === "boolean" && !isGroup;
  const foreign = node.kind === "leaf" ? foreignText(node, field.value) : undefined;
  const note = field.issue ? `${id}-error` : node.help !== undefined ? `${id}-help` : undefined;
  const unit = node.kind === "leaf" && node.unit !== undefined ? `${id}-unit` : undefined;
  const chip = hasAuthorChip(field) ? `${id}-by` : undefined;
  const input = (
    <Input
      id={id}
      path={path}
      node={node}
      value={field.value}
      text={field.text}
      invalid={field.issue !== undefined}
      describedBy={[unit, note, chip].filter(Boolean).join(" ") || undefined}
      labelledBy={`${id}-label`}
      required={required && !node.nullable}
      readOnly={readOnly}
      locale={locale}
      t={t}
      onChange={change}
      onBlur={blur}
    />
  );
  const words = (
    <>
      {label}
      {required && !node.nullable && !isCheck && requiredMark}
    </>
  );
  const labelClass = hideLabel ? "cb-visually-hidden" : "cb-field-label";
  return (
    <div className="cb-field" data-type={type} data-invalid={field.issue ? "" : undefined} data-by={field.by}>
      {isCheck ? (
        <div className="cb-check">
          {input}
          <label className={labelClass} htmlFor={id} id={`${id}-label`}>
            {words}
          </label>
        </div>
      ) : (
        <>
          {isGroup ? (
            <span className={labelClass} id={`${id}-label`}>
              {words}
            </span>
          ) : (
            <label className={labelClass} htmlFor={id} id={`${id}-label`}>
              {words}
            </label>
          )}
          {input}
        </>
      )}
      {chip !== undefined && <AuthorChip id={chip} field={field} t={t} />}
      {foreign !== undefined && <p className="cb-field-note">{t("field.foreign", { value: foreign })}</p>}
      {field.issue
        ? fieldError(id, issueText(t, field.issue))
        : node.help !== undefined && (
            <p className="cb-field-help" id={`${id}-help`}>
              {node.help}
            </p>
          )}
    </div>
  );
});

/** A control that not every form has, once it is there. */
function LaterInput(props: FieldInputProps<LeafNode | JsonNode>): ReactNode {
  const parts = useLaterParts();
  if (!parts) return <span className="cb-input" aria-busy="true" />;
  const { node } = props;
  if (node.kind === "json") return <parts.JsonInput {...props} node={node} />;
  const Input = parts.leafInputs[node.type];
  return <Input {...props} node={node} />;
}

function LaterDisplay({ node, ...props }: FieldDisplayProps<LeafNode | JsonNode>): ReactNode {
  const parts = useLaterParts();
  if (!parts) return <span aria-busy="true">{"\u00a0"}</span>;
  if (node.kind === "json") return <parts.ObjectDisplay {...props} node={node} />;
  const Display = parts.leafDisplays[node.type];
  return <Display {...props} node={node} />;
}
