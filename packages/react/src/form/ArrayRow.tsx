"use client";
import { resolveNode, type FormNode, type Pointer } from "@callboard/core/form";
import { memo, Suspense, useCallback, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { fieldIcon, IconButton, type FieldIcon } from "../field/api/fieldIcon.tsx";
import { useFormScope } from "../field/api/formContext.ts";
import { lazyComponent } from "../provider/lazyModule.ts";
import { drawRow } from "./nearRows.ts";
import { useRowTitle } from "./rowTitle.ts";
import { walkByKey } from "./walkByKey.ts";

const NearRow = lazyComponent(
  () => import("./NearRow.tsx"),
  (module) => module.NearRow,
);

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
  /** What it is called where it has no title of its own. */
  label: string;
  isFirst: boolean;
  isLast: boolean;
  /** A tuple's place: it has its name, and can neither move nor go. */
  isFixed: boolean;
  /** The ids of the notes why no row can be added or removed; empty where rows can never be added or removed. */
  full: string | undefined;
  least: string | undefined;
  /** It is one of so many that only those near the screen are drawn. */
  mayRest: boolean;
  /** The id of how to use the handle; undefined where there is nothing to sort. */
  sortHint: string | undefined;
  actions: { readonly current: RowActions };
}

/** So many rows of a long list are drawn at first: about two screens of them. */
const firstDrawn = 20;

/** Whether an element is one control, which its row is drawn around. */
export const isInline = (node: FormNode): boolean => node.kind === "leaf" || node.kind === "json";

/** One element; it re-renders when its place changes, not when its neighbours do. */
export const ArrayRow = memo(function ArrayRow(props: ArrayRowProps): ReactNode {
  const { node, path, index, isFirst, isLast, isFixed, full, least, mayRest, sortHint, actions } = props;
  const { t, readOnly, Node } = useFormScope();
  const label = useRowTitle(isFixed ? undefined : node, path) ?? props.label;
  const row = useRef<HTMLLIElement | null>(null);
  const [isNear, setNear] = useState(!mayRest || index < firstDrawn);
  const hold = useCallback((element: HTMLLIElement | null) => {
    row.current = element;
    if (element) drawRow.set(element, setNear);
  }, []);
  if (!node) return null;
  const own = resolveNode(node);
  const isOne = isInline(own);
  if (mayRest && !isNear) {
    return (
      <li ref={hold} className="cb-row" data-index={index} data-inline={isOne ? "" : undefined} data-resting="">
        <Suspense fallback={null}>
          <NearRow row={row} rests={{ node, path, label }} />
        </Suspense>
      </li>
    );
  }
  // A checkbox needs its label even alone in its row.
  const isBare = isOne && !isFixed && !(own.kind === "leaf" && own.type === "boolean");
  const isEditable = !readOnly && !isFixed;
  const stop = sortHint !== undefined ? "drag" : full !== "" ? "duplicate" : "remove";
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
      tabIndex={action === stop ? 0 : -1}
    />
  );
  const moveByKey = (event: KeyboardEvent): void => {
    const to = event.key === "ArrowUp" ? index - 1 : event.key === "ArrowDown" ? index + 1 : index;
    if (to === index) return;
    event.preventDefault();
    if (to > index ? !isLast : !isFirst) actions.current.move(index, to, "drag");
  };
  return (
    <li ref={hold} className="cb-row" data-index={index} data-inline={isOne ? "" : undefined}>
      <Node node={node} path={path} label={label} hideLabel={isBare} />
      {mayRest && (
        <Suspense fallback={null}>
          <NearRow row={row} />
        </Suspense>
      )}
      {isEditable && (stop !== "remove" || least !== "") && (
        <div className="cb-row-actions" role="toolbar" aria-label={label} tabIndex={-1} onKeyDown={walkByKey}>
          {sortHint !== undefined && (
            <>
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
