"use client";
import { resolveNode, type FormNode, type Pointer } from "@callboard/core/form";
import { memo, type KeyboardEvent, type ReactNode } from "react";
import { fieldIcon, IconButton, type FieldIcon } from "./fieldIcon.tsx";
import { useFormScope } from "./formContext.ts";

export interface RowActions {
  /** `by` names the control that has the focus, which keeps it. */
  move(from: number, to: number, by: "up" | "down" | "drag"): void;
  duplicate(index: number): void;
  remove(index: number): void;
}

export interface ArrayRowProps {
  node: FormNode | undefined;
  path: Pointer;
  index: number;
  label: string;
  isFirst: boolean;
  isLast: boolean;
  /** A tuple's place: it has its name, and can neither move nor go. */
  isFixed: boolean;
  /** The ids of what says why no row can be added or taken away; empty where there is nothing to add or take away at all. */
  full: string | undefined;
  least: string | undefined;
  /** The id of how to use the handle; undefined where there is nothing to sort. */
  sortHint: string | undefined;
  actions: { readonly current: RowActions };
}

/** Whether an element is one control, which its row is drawn around. */
export const isInline = (node: FormNode): boolean => node.kind === "leaf" || node.kind === "json";

/** One element; it re-renders when its place changes, not when its neighbours do. */
export const ArrayRow = memo(function ArrayRow(props: ArrayRowProps): ReactNode {
  const { node, path, index, label, isFirst, isLast, isFixed, full, least, sortHint, actions } = props;
  const { t, readOnly, Node } = useFormScope();
  if (!node) return null;
  const own = resolveNode(node);
  const isOne = isInline(own);
  // A box to tick alone in its row would say nothing.
  const isBare = isOne && !isFixed && !(own.kind === "leaf" && own.type === "boolean");
  const isEditable = !readOnly && !isFixed;
  const button = (
    action: string,
    name: string,
    icon: FieldIcon,
    run: () => void,
    off?: { why?: string | undefined },
  ) => (
    <IconButton
      action={action}
      label={name}
      icon={icon}
      aria-describedby={off?.why}
      aria-disabled={off?.why === undefined ? undefined : true}
      disabled={off !== undefined && off.why === undefined}
      onClick={off ? undefined : run}
    />
  );
  const moveByKey = (event: KeyboardEvent): void => {
    const to = event.key === "ArrowUp" ? index - 1 : event.key === "ArrowDown" ? index + 1 : index;
    if (to === index) return;
    event.preventDefault();
    if (to > index ? !isLast : !isFirst) actions.current.move(index, to, "drag");
  };
  return (
    <li className="cb-row" data-index={index} data-inline={isOne ? "" : undefined}>
      {isEditable && sortHint !== undefined && (
        <button
          type="button"
          className="cb-row-handle"
          data-action="drag"
          aria-label={t("form.reorder", { label })}
          aria-describedby={sortHint}
          onKeyDown={moveByKey}
        >
          {fieldIcon("grip")}
        </button>
      )}
      <Node node={node} path={path} label={label} hideLabel={isBare} />
      {isEditable && (
        <div className="cb-row-actions">
          {sortHint !== undefined && (
            <>
              {button(
                "up",
                t("form.moveUp", { label }),
                "up",
                () => actions.current.move(index, index - 1, "up"),
                isFirst ? {} : undefined,
              )}
              {button(
                "down",
                t("form.moveDown", { label }),
                "down",
                () => actions.current.move(index, index + 1, "down"),
                isLast ? {} : undefined,
              )}
            </>
          )}
          {full !== "" &&
            button(
              "duplicate",
              t("form.duplicate", { label }),
              "copy",
              () => actions.current.duplicate(index),
              full === undefined ? undefined : { why: full },
            )}
          {least !== "" &&
            button(
              "remove",
              t("form.remove", { label }),
              "remove",
              () => actions.current.remove(index),
              least === undefined ? undefined : { why: least },
            )}
        </div>
      )}
    </li>
  );
});
