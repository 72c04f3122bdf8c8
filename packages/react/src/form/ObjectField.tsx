"use client";
import { childPointer, parentPointer, type FormField, type ObjectNode, type Pointer } from "@callboard/core/form";
import { memo, useEffect, useState, type ReactNode } from "react";
import { GroupIssue } from "./GroupIssue.tsx";
import { useFormScope, useVisible, type NodeFieldProps } from "./formContext.ts";
import { EntryRows } from "./MapField.tsx";

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
  /** No frame and no name: whoever draws it has both. */
  bare?: boolean;
}): ReactNode {
  const { idOf, readOnly } = useFormScope();
  const id = idOf(path);
  const fields = node.groups.flatMap((group) => group.fields);
  const content = (
    <>
      <Fields fields={fields} path={path} />
      {node.extra && !readOnly && <EntryRows item={node.extra} path={path} label={label} />}
    </>
  );
  if (bare) return content;
  return (
    <fieldset
      className="cb-group"
      data-path={path}
      id={id}
      tabIndex={-1}
      aria-describedby={node.help === undefined ? undefined : `${id}-help`}
    >
      <legend className={hideLabel ? "cb-visually-hidden" : "cb-group-label"}>{label}</legend>
      {node.help !== undefined && (
        <p className="cb-field-help" id={`${id}-help`}>
          {node.help}
        </p>
      )}
      <GroupIssue path={path} />
      <div className="cb-group-fields">{content}</div>
    </fieldset>
  );
});

/** Fields one below the other, each under its condition; very many of them come in portions, so that the first can be used. */
export function Fields({ fields, path }: { fields: readonly FormField[]; path: Pointer }): ReactNode {
  const { Node } = useFormScope();
  const [portions, setPortions] = useState(1);
  const shown = countWithin(fields, portions * portion);
  const isWhole = shown >= fields.length;
  useEffect(() => {
    if (isWhole) return;
    // Between two portions there is time for who types.
    const timer = setTimeout(() => setPortions((before) => before + 1), 30);
    return () => clearTimeout(timer);
  }, [isWhole, portions]);
  return (isWhole ? fields : fields.slice(0, shown)).map(({ key, node }) => {
    const Draw = node.visible ? VisibleField : Node;
    return <Draw key={key} node={node} path={childPointer(path, key)} />;
  });
}

/** Up to here a form is drawn at once, and beyond it portion by portion; in plain fields. */
const atOnce = 1_500;
const portion = 300;

function countWithin(fields: readonly FormField[], limit: number): number {
  if (fields.length * 3 <= atOnce) return fields.length;
  let weight = 0;
  let end = 0;
  for (const { node } of fields) {
    // What holds others counts as three.
    weight += node.kind === "leaf" ? 1 : 3;
    if (weight <= limit) end++;
  }
  return weight <= atOnce ? fields.length : end;
}

/** A node under its condition: not there at all while the condition does not hold. */
function VisibleField(props: NodeFieldProps): ReactNode {
  const { Node } = useFormScope();
  return useVisible(props.node, props.path, parentPointer(props.path)) ? <Node {...props} /> : null;
}
