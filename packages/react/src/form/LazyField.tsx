"use client";
import { newItem, resolveNode, type LazyNode } from "@callboard/core/form";
import type { ReactNode } from "react";
import { fieldIcon } from "./fieldIcon.tsx";
import { useFormScope, useGroup, type NodeFieldProps } from "./formContext.ts";

/** Recursion: an optional part is asked for before it is drawn, so that drawing ends. */
export function LazyField({
  node,
  path,
  label,
  hideLabel,
}: NodeFieldProps & { node: LazyNode; label: string; hideLabel?: boolean }): ReactNode {
  const { store, t, readOnly, Node } = useFormScope();
  const { present } = useGroup(path);
  // What must be there is drawn, unless it would go round for ever.
  if (!present && !(node.required && isPlain(node))) {
    if (readOnly) return null;
    return (
      <div className="cb-field" data-type="lazy" data-path={path}>
        <button type="button" className="cb-button" onClick={() => store.setValue(path, start(node))}>
          {fieldIcon("add")}
          {t("form.addLabel", { label })}
        </button>
      </div>
    );
  }
  return (
    <div className="cb-lazy">
      <Node node={resolveNode(node)} path={path} label={label} hideLabel={hideLabel} />
      {!node.required && !readOnly && (
        <button
          type="button"
          className="cb-button"
          data-variant="quiet"
          onClick={() => store.setValue(path, undefined)}
        >
          {fieldIcon("remove")}
          {t("form.removeLabel", { label })}
        </button>
      )}
    </div>
  );
}

function isPlain(node: LazyNode): boolean {
  const { kind } = resolveNode(node);
  return kind === "leaf" || kind === "json" || kind === "const";
}

/** What an added part starts as; never nothing, or the adding would not show. */
function start(node: LazyNode): unknown {
  return newItem(node) ?? (resolveNode(node).kind === "array" ? [] : {});
}
