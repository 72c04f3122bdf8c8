"use client";
import { newItem, resolveNode, sameJson, type LazyNode } from "@callboard/core/form";
import { useCallback, useState, useSyncExternalStore, type ReactNode } from "react";
import { fieldIcon } from "./fieldIcon.tsx";
import { useFormScope, type NodeFieldProps } from "./formContext.ts";

/** Recursion: an optional part, and one that stands there by default, is asked for before it is drawn, so that drawing ends. */
export function LazyField({
  node,
  path,
  label,
  hideLabel,
}: NodeFieldProps & { node: LazyNode; label: string; hideLabel?: boolean }): ReactNode {
  const { store, t, readOnly, Node } = useFormScope();
  const [isOpen, setOpen] = useState(false);
  // Without compiling it: a form may have hundreds of such parts.
  const read = useCallback(() => {
    const value = store.getValue(path);
    if (value === undefined || value === null) return "absent";
    return node.default !== undefined && sameJson(value, node.default) ? "default" : "present";
  }, [store, path, node]);
  const subscribe = useCallback((listener: () => void) => store.subscribe(path, listener), [store, path]);
  const state = useSyncExternalStore(subscribe, read, read);
  // What is drawn stays so while somebody makes it what it is by default.
  const staysOpen = state === "present" || (state === "default" && isOpen);
  if (staysOpen !== isOpen) setOpen(staysOpen);
  // What must be there is drawn, unless it would go round for ever.
  if (!staysOpen && !(node.required && isPlain(node))) {
    if (readOnly && state === "absent") return null;
    return (
      <div className="cb-field" data-type="lazy" data-path={path}>
        <button
          type="button"
          className="cb-button"
          onClick={() => {
            setOpen(true);
            if (state === "absent") store.setValue(path, start(node));
          }}
        >
          {fieldIcon(state === "default" ? "down" : "add")}
          {t(state === "default" ? "form.showLabel" : "form.addLabel", { label })}
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
