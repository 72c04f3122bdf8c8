"use client";
import type { FormNode, JsonNode, LeafNode, Pointer } from "@callboard/core/form";
import {
  memo,
  Suspense,
  useCallback,
  useMemo,
  type ComponentType,
  type JSXElementConstructor,
  type ReactNode,
} from "react";
import type { FieldComponent, FieldDisplayProps, FieldInputProps } from "../field/api/fieldInput.ts";
import { foreignText, isGroup as hasSeveralControls, isRare } from "../field/api/fieldVariant.ts";
import { plainInputs } from "../field/inputs/plainInputs.tsx";
import { lazyComponent } from "../provider/lazyModule.ts";
import { Own } from "../provider/Own.tsx";
import { afterPress } from "./afterPress.ts";
import { AuthorChip, hasAuthorChip } from "./AuthorChip.tsx";
import { fieldWords, requiredMark } from "../field/api/fieldMarks.tsx";
import { useField, useFormScope, type FormScope } from "../field/api/formContext.ts";

const FreeInput = lazyComponent(
  () => import("./FreeInput.tsx"),
  (module) => module.FreeInput,
);
const LeafInput = lazyComponent(
  () => import("../field/fieldDefaults.tsx"),
  (module) => module.LeafInput,
);
const LeafDisplay = lazyComponent(
  () => import("../field/fieldDefaults.tsx"),
  (module) => module.LeafDisplay,
);
const ObjectDisplay = lazyComponent(
  () => import("../field/displays/fieldDisplays.tsx"),
  (module) => module.ObjectDisplay,
);

/** The registered component of a field: by its pointer, by its pointer in any row, by its type, or by the slot. */
export function ownComponent(
  { fields, components }: Pick<FormScope, "fields" | "components">,
  path: Pointer,
  type: string,
): JSXElementConstructor<FieldInputProps<FormNode>> | undefined {
  const own: FieldComponent | undefined =
    fields?.[path] ??
    fields?.[path.replace(/\/\d+(?=\/|$)/g, "/*")] ??
    fields?.[type] ??
    components.get("field-input", type);
  // Whoever put it at this place or type knows which node it gets there.
  return own as JSXElementConstructor<FieldInputProps<FormNode>> | undefined;
}

/** One value: its label above, its help below, its error in help's place. Re-renders for its own path alone. */
export const LeafField = memo(function LeafField({
  node: given,
  path,
  label = given.label,
  hideLabel = false,
  required = given.required,
}: {
  node: LeafNode | JsonNode;
  path: Pointer;
  label?: string;
  /** It must be there now, though it need not always be. */
  required?: boolean;
  /** The label is for screen readers only: in lists, where the row shows it. */
  hideLabel?: boolean;
}): ReactNode {
  const scope = useFormScope();
  const { store, t, locale } = scope;
  // In a list it is called what its row is called, and so are the buttons beside it.
  const node = useMemo(() => (label === given.label ? given : { ...given, label }), [given, label]);
  const field = useField(path);
  const id = scope.idOf(path);
  const change = useCallback<FieldInputProps["onChange"]>(
    (value, typed) => store.setValue(path, value, "human", typed),
    [store, path],
  );
  const read = useCallback(
    (value: unknown) => store.edit(false, (form) => form.assign(path, value, form.authorAt(path) ?? "default")),
    [store, path],
  );
  const blur = useCallback(() => afterPress(() => store.touch(path)), [store, path]);
  const type = node.kind === "json" ? "json" : node.type;
  const readOnly = scope.readOnly || node.readOnly === true;

  if (readOnly) {
    const Display: ComponentType<FieldDisplayProps<LeafNode | JsonNode>> =
      scope.components.get("field-display", type) ?? LazyDisplay;
    return (
      <div className="cb-field" data-type={type} data-readonly="">
        <div className={hideLabel ? "cb-visually-hidden" : "cb-field-label"} id={`${id}-label`}>
          {label}
        </div>
        <div className="cb-field-value" role="group" aria-labelledby={`${id}-label`} id={id} tabIndex={-1}>
          {/* oxlint-disable-next-line react/static-components -- the component comes from the provider, it is not created here */}
          <Display node={node} value={field.value} locale={locale} t={t} />
        </div>
      </div>
    );
  }

  const Custom = ownComponent(scope, path, type);
  const isGroup = node.kind === "leaf" && hasSeveralControls(node);
  const isCheck = type === "boolean" && !isGroup;
  const foreign = node.kind === "leaf" ? foreignText(node, field.value) : undefined;
  const note = field.issue ? `${id}-error` : node.help !== undefined ? `${id}-help` : undefined;
  const chip = hasAuthorChip(field) ? `${id}-by` : undefined;
  const isRequired = required && !node.nullable;
  const draw = <Node extends FormNode>(Input: JSXElementConstructor<FieldInputProps<Node>>, node: Node): ReactNode => (
    <Input
      id={id}
      path={path}
      node={node}
      value={field.value}
      text={field.text}
      invalid={field.issue !== undefined}
      describedBy={[note, chip].filter(Boolean).join(" ") || undefined}
      labelledBy={`${id}-label`}
      required={isRequired}
      readOnly={readOnly}
      locale={locale}
      t={t}
      onChange={change}
      onRead={read}
      onBlur={blur}
    />
  );
  const Plain = node.kind === "leaf" && !isRare(node) ? plainInputs[node.type] : undefined;
  const standard = Plain && node.kind === "leaf" ? draw(Plain, node) : draw<LeafNode | JsonNode>(LazyInput, node);
  const input = Custom ? (
    <Own slot={`field ${path}`} from={[Custom, field.value]} standard={standard}>
      {draw<FormNode>(Custom, node)}
    </Own>
  ) : (
    standard
  );
  const words = (
    <>
      {label}
      {isRequired && !isCheck && requiredMark}
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
      {fieldWords(id, node.help, field.issue && scope.issueText(field.issue))}
    </div>
  );
});

/** A control that few forms have. */
function LazyInput({ node, ...props }: FieldInputProps<LeafNode | JsonNode>): ReactNode {
  return (
    <Suspense fallback={<span className="cb-input" aria-busy="true" />}>
      {node.kind === "json" ? <FreeInput {...props} node={node} /> : <LeafInput {...props} node={node} />}
    </Suspense>
  );
}

function LazyDisplay({ node, ...props }: FieldDisplayProps<LeafNode | JsonNode>): ReactNode {
  return (
    <Suspense fallback={<span aria-busy="true">{"\u00a0"}</span>}>
      {node.kind === "json" ? <ObjectDisplay {...props} node={node} /> : <LeafDisplay {...props} node={node} />}
    </Suspense>
  );
}
