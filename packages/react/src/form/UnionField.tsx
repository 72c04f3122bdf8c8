"use client";
import {
  childPointer,
  parentPointer,
  readPointer,
  resolveNode,
  type Pointer,
  type UnionNode,
} from "@callboard/core/form";
import { memo, useId, useMemo, type ReactNode } from "react";
import { useStore, type Store } from "../useStore.ts";
import { useFormScope, useGroup, type NodeFieldProps } from "../field/api/formContext.ts";
import { GroupFrame } from "./GroupFrame.tsx";
import { ObjectField } from "./ObjectField.tsx";
import { usePartWords } from "./usePartWords.ts";

/** A field that follows from the rest of the form: the one whose case holds, without a choice. */
export function CaseField({ node, path, label, hideLabel = false }: NodeFieldProps & { node: UnionNode }): ReactNode {
  const { store, Node } = useFormScope();
  const { cases = [] } = node;
  const holding = useMemo<Store<number>>(() => {
    const conditions = node.cases ?? [];
    const container = parentPointer(path);
    return {
      subscribe(listener) {
        const places = conditions.flatMap(({ reads }) => reads.map((read) => readPointer(read, container)));
        const stops = places.map((steps) => store.subscribe(steps.reduce(childPointer, ""), listener));
        return () => stops.forEach((stop) => stop());
      },
      read() {
        const index = conditions.findIndex((visible) => store.isVisible({ visible }, path));
        return Math.max(0, index);
      },
    };
  }, [store, node, path]);
  const index = useStore(holding);
  const branch = node.branches[cases.length > 0 ? index : 0];
  return (
    branch && (
      <Node key={index} node={branch.node} path={path} label={label || branch.node.label} hideLabel={hideLabel} />
    )
  );
}

/** One of several kinds of value: the kind first, then its fields. Each kind keeps its own draft. */
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
  const { store, idOf, Node } = useFormScope();
  const t = usePartWords();
  const { branch } = useGroup(path);
  const id = idOf(path);
  const chosen = node.branches[branch];
  const own = chosen && resolveNode(chosen.node);
  const isInline = own?.kind === "leaf";
  // The path's control is the one that the branch draws, where it draws one; else the choice itself.
  const ownsPath = own !== undefined && own.kind !== "object" && own.kind !== "const";
  const branchId = useId();
  const isSegmented = areFewAndShort(node, t("form.none"));
  return (
    <GroupFrame
      path={path}
      label={label || t("form.branch")}
      hideLabel={hideLabel || label === ""}
      required={node.required && !node.nullable && label !== "" && label === node.label}
      help={node.help}
      hasControl={ownsPath}
      id={undefined}
      data-type="union"
      data-inline={isInline ? "" : undefined}
    >
      <div className="cb-union" data-segmented={isSegmented ? "" : undefined}>
        <BranchChoice
          id={ownsPath ? branchId : id}
          label={t("form.branchOf", { label: label || t("form.field") })}
          names={node.branches.map((one) => one.label)}
          none={!node.required || node.nullable ? t("form.none") : undefined}
          isSegmented={isSegmented}
          branch={branch}
          onChoose={(index) => {
            if (index >= 0 || !node.required || !node.nullable) return store.setBranch(path, index);
            return store.edit({ path }, (document) => {
              document.switchBranch(path, node, index);
              document.assign(path, null, "human");
            });
          }}
        />
        {own?.kind === "const" && chosen?.label !== String(own.value) && (
          <p className="cb-field-help">{t("form.submits", { value: JSON.stringify(own.value) })}</p>
        )}
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
    </GroupFrame>
  );
});

/** Few short kinds stand side by side, so that what there is to choose from is seen. */
function areFewAndShort(node: UnionNode, none: string): boolean {
  const names = node.branches.map(({ label }) => label);
  if (!node.required || node.nullable) names.push(none);
  return names.length > 1 && names.length <= 4 && names.join("").length <= 36;
}

function BranchChoice({
  id,
  label,
  names,
  none,
  isSegmented,
  branch,
  onChoose,
}: {
  id: string;
  label: string;
  names: readonly string[];
  /** The label of "no kind", where that is allowed. */
  none: string | undefined;
  isSegmented: boolean;
  branch: number;
  onChoose: (index: number) => void;
}): ReactNode {
  const { t, readOnly } = useFormScope();
  const group = useId();
  const choices = names.map((name, index) => ({ name, index }));
  if (none !== undefined) choices.unshift({ name: none, index: -1 });
  if (isSegmented) {
    return (
      <div className="cb-segmented cb-union-branch" role="radiogroup" aria-label={label}>
        {choices.map(({ name, index }, place) => (
          <label key={index} className="cb-choice">
            <input
              id={place === 0 ? id : undefined}
              type="radio"
              className="cb-radio"
              name={group}
              value={index}
              checked={branch === index}
              disabled={readOnly}
              onChange={() => onChoose(index)}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
    );
  }
  if (none === undefined && branch < 0) choices.unshift({ name: t("form.none"), index: -1 });
  return (
    <select
      className="cb-input cb-union-branch"
      id={id}
      aria-label={label}
      disabled={readOnly}
      value={branch}
      onChange={(event) => onChoose(Number(event.target.value))}
    >
      {choices.map(({ name, index }) => (
        <option key={index} value={index}>
          {name}
        </option>
      ))}
    </select>
  );
}
