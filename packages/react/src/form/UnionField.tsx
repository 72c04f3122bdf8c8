"use client";
import {
  childPointer,
  parentPointer,
  readPointer,
  resolveNode,
  type Pointer,
  type UnionNode,
} from "@callboard/core/form";
import { memo, useCallback, useId, useSyncExternalStore, type ReactNode } from "react";
import { useFormScope, useGroup, type NodeFieldProps } from "./formContext.ts";
import { GroupIssue } from "./GroupIssue.tsx";
import { ObjectField } from "./ObjectField.tsx";

/** A field that follows from the rest of the form: the one whose case holds, without a choice. */
export function CaseField({ node, path, label, hideLabel = false }: NodeFieldProps & { node: UnionNode }): ReactNode {
  const { store, Node } = useFormScope();
  const cases = node.cases ?? [];
  const container = parentPointer(path);
  const read = useCallback(
    () =>
      Math.max(
        0,
        (node.cases ?? []).findIndex((visible) => store.isVisible({ ...node, visible }, path)),
      ),
    [store, node, path],
  );
  const subscribe = useCallback(
    (listener: () => void) => {
      const places = (node.cases ?? []).flatMap(({ reads }) => reads.map((one) => readPointer(one, container)));
      const stops = places.map((steps) => store.subscribe(steps.reduce(childPointer, ""), listener));
      return () => stops.forEach((stop) => stop());
    },
    [store, node, container],
  );
  const index = useSyncExternalStore(subscribe, read, read);
  const branch = node.branches[cases.length > 0 ? index : 0];
  return (
    branch && (
      <Node key={index} node={branch.node} path={path} label={label || branch.node.label} hideLabel={hideLabel} />
    )
  );
}

/** One of several kinds of value: the kind first, then its fields. What one kind held comes back with it. */
export const UnionField = memo(function UnionField({
  node,
  path,
  label = node.label,
  hideLabel = false,
}: {
  node: UnionNode;
  path: Pointer;
  label?: string;
  hideLabel?: boolean;
}): ReactNode {
  const { store, t, idOf, readOnly, Node } = useFormScope();
  const { branch } = useGroup(path);
  const id = idOf(path);
  const chosen = node.branches[branch];
  const own = chosen && resolveNode(chosen.node);
  const isInline = own?.kind === "leaf";
  // The path's control is the one that the branch draws, where it draws one; else the choice itself.
  const ownsPath = own !== undefined && own.kind !== "object" && own.kind !== "const";
  const branchId = useId();
  return (
    <fieldset
      className="cb-group"
      data-type="union"
      data-path={path}
      data-inline={isInline ? "" : undefined}
      tabIndex={-1}
    >
      <legend className={hideLabel || label === "" ? "cb-visually-hidden" : "cb-group-label"}>
        {label || t("form.branch")}
        {node.required && !node.nullable && label !== "" && (
          <span className="cb-field-required" aria-hidden="true">
            {" "}
            *
          </span>
        )}
      </legend>
      {node.help !== undefined && <p className="cb-field-help">{node.help}</p>}
      {!isInline && <GroupIssue path={path} />}
      <div className="cb-union">
        <select
          className="cb-input cb-union-branch"
          id={ownsPath ? branchId : id}
          aria-label={t("form.branchOf", { label: label || t("form.field") })}
          disabled={readOnly}
          value={branch}
          onChange={(event) => {
            const index = Number(event.target.value);
            store.setBranch(path, index);
            if (index < 0 && node.required && node.nullable) store.setValue(path, null);
          }}
        >
          {(!node.required || node.nullable || branch < 0) && <option value={-1}>{t("form.none")}</option>}
          {node.branches.map(({ label: name }, index) => (
            <option key={index} value={index}>
              {name}
            </option>
          ))}
        </select>
        {own && own.kind !== "const" && (
          <div className="cb-union-value">
            {own.kind === "object" ? (
              <ObjectField key={branch} node={own} path={path} bare />
            ) : (
              <Node
                key={branch}
                node={own.kind === "leaf" ? { ...own, required: node.required, nullable: node.nullable } : own}
                path={path}
                label={label || (chosen?.label ?? "")}
                hideLabel
              />
            )}
          </div>
        )}
      </div>
    </fieldset>
  );
});
