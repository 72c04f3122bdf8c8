"use client";
import { newItem, resolveNode, sameJson, type LazyNode } from "@callboard/core/form";
import { useMemo, useState, type ReactNode } from "react";
import { useStore, type Store } from "../useStore.ts";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { useFormScope, type NodeFieldProps } from "../field/api/formContext.ts";
import { usePartWords } from "./usePartWords.ts";

/**
 * Recursion: an optional part, and one that stands there by default, is asked for before it is drawn, so that drawing
 * ends.
 */
export function LazyField({
  node,
  path,
  label,
  hideLabel,
}: NodeFieldProps & { node: LazyNode; label: string; hideLabel?: boolean }): ReactNode {
  const { store, readOnly } = useFormScope();
  const t = usePartWords();
  const [isOpen, setOpen] = useState(false);
  // Without compiling the part: a form may have hundreds.
  const part = useMemo<Store<"absent" | "default" | "present">>(
    () => ({
      subscribe: (listener) => store.subscribe(path, listener),
      read() {
        const value = store.getValue(path);
        if (value === undefined || value === null) return "absent";
        return node.default !== undefined && sameJson(value, node.default) ? "default" : "present";
      },
    }),
    [store, path, node],
  );
  const state = useStore(part);
  // An open part stays open while its value becomes the default again, or while it has none yet.
  const staysOpen = state === "present" || isOpen;
  if (staysOpen !== isOpen) setOpen(staysOpen);
  // A required part is drawn, unless that would never end.
  if (!staysOpen && !(node.required && isPlain(node))) {
    if (readOnly && state === "absent") return null;
    return (
      <div className="cb-field" data-type="lazy" data-path={path}>
        <button
          type="button"
          className="cb-button"
          onClick={() => {
            setOpen(true);
            const start = state === "absent" ? startOf(node) : undefined;
            if (start !== undefined) store.setValue(path, start);
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
      <OpenPart node={node} path={path} label={label} hideLabel={hideLabel} />
      {!node.required && !readOnly && (
        <button
          type="button"
          className="cb-button"
          data-variant="quiet"
          onClick={() => {
            setOpen(false);
            store.setValue(path, undefined);
          }}
        >
          {fieldIcon("remove")}
          {t("form.removeLabel", { label })}
        </button>
      )}
    </div>
  );
}

/** The part itself; the button that removes it stands below. */
function OpenPart({ node, ...place }: NodeFieldProps & { node: LazyNode }): ReactNode {
  const { Node } = useFormScope();
  const own = useMemo(() => {
    const resolved = resolveNode(node);
    return resolved.kind === "object" || resolved.kind === "map" ? { ...resolved, required: true } : resolved;
  }, [node]);
  return <Node node={own} {...place} />;
}

function isPlain(node: LazyNode): boolean {
  const { kind } = resolveNode(node);
  return kind === "leaf" || kind === "json" || kind === "const";
}

/** The initial value of an added part; none where it is first chosen or typed. */
function startOf(node: LazyNode): unknown {
  const value = newItem(node);
  const { kind } = resolveNode(node);
  return value ?? (kind === "array" ? [] : kind === "object" || kind === "map" ? {} : undefined);
}
