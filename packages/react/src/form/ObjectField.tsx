"use client";
import { childPointer, parentPointer, type FormField, type ObjectNode, type Pointer } from "@callboard/core/form";
import { memo, useContext, type ReactNode } from "react";
import { AdditionalInputs } from "./AdditionalInputs.tsx";
import { ExtraEntries } from "./ExtraEntries.tsx";
import { isForOperators } from "./fieldAudience.ts";
import { useFormScope, useVisible, type NodeFieldProps } from "../field/api/formContext.ts";
import { GroupFrame } from "./GroupFrame.tsx";
import { notePlace, SpecNotesContext } from "./specNotes.ts";
import { usePortions } from "./usePortions.ts";

/** Fields of an object under its name, behind one guide line; without its name it is just the fields. */
export const ObjectField = memo(function ObjectField({
  node,
  path,
  label = node.label,
  hideLabel = false,
  bare = false,
}: {
  node: ObjectNode;
  path: Pointer;
  label?: string;
  hideLabel?: boolean;
  /** Without frame and name, which the parent draws. */
  bare?: boolean;
}): ReactNode {
  const { readOnly, mode } = useFormScope();
  const fields = node.groups.flatMap((group) => group.fields);
  const forOperators = fields.filter((field) => isForOperators(field.node, mode));
  const open = forOperators.length > 0 ? fields.filter((field) => !forOperators.includes(field)) : fields;
  const content = (
    <>
      <Fields fields={open} path={path} />
      {forOperators.length > 0 && (
        <AdditionalInputs mode={mode}>
          <Fields fields={forOperators} path={path} />
        </AdditionalInputs>
      )}
      {node.extra && !readOnly && <ExtraEntries item={node.extra} path={path} label={label} />}
    </>
  );
  if (bare) return content;
  return (
    <GroupFrame
      path={path}
      label={label}
      hideLabel={hideLabel}
      help={node.help}
      optional={!node.required && path !== ""}
    >
      <div className="cb-group-fields">{content}</div>
    </GroupFrame>
  );
});

/** Fields one below the other, each under its condition; very many of them come in portions. */
export function Fields({ fields, path }: { fields: readonly FormField[]; path: Pointer }): ReactNode {
  const { Node } = useFormScope();
  const weight = fields.reduce((sum, { node }) => sum + (node.kind === "leaf" ? 1 : 3), 0) / (fields.length || 1);
  const [shown] = usePortions(fields.length, weight);
  const notes = useContext(SpecNotesContext);
  return (shown < fields.length ? fields.slice(0, shown) : fields).flatMap(({ key, node }) => {
    const Draw = node.visible ? VisibleField : Node;
    const at = childPointer(path, key);
    const field = <Draw key={key} node={node} path={at} />;
    return notes ? [notes.get(notePlace("before", at)), field, notes.get(notePlace("after", at))] : field;
  });
}

/** A node under its condition: not there at all while the condition does not hold. */
function VisibleField(props: NodeFieldProps): ReactNode {
  const { Node } = useFormScope();
  return useVisible(props.node, props.path, parentPointer(props.path)) ? <Node {...props} /> : null;
}
