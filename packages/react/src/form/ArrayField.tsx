"use client";
import { childPointer, resolveNode, type ArrayNode, type FormNode, type Pointer } from "@callboard/core/form";
import { lazy, memo, Suspense, useRef, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { fieldIcon } from "./fieldIcon.tsx";
import { useFormScope, useGroup } from "./formContext.ts";
import { GroupIssue } from "./GroupIssue.tsx";

const AddFiles = lazy(() => import("../field/AddFiles.tsx"));

const isFiles = (item: FormNode | undefined): boolean =>
  item?.kind === "leaf" && item.type === "media" && item.schema["contentEncoding"] === undefined;

/** From here on, rows off the screen are neither laid out nor painted. */
const longList = 30;

/** A list whose elements are added, removed, moved and duplicated by mouse or keyboard, and said when they are. */
export const ArrayField = memo(function ArrayField({
  node,
  path,
  label = node.label,
  hideLabel = false,
}: {
  node: ArrayNode;
  path: Pointer;
  label?: string;
  hideLabel?: boolean;
}): ReactNode {
  const { store, t, readOnly, idOf, announce } = useFormScope();
  const { client } = useCallboard();
  const group = useGroup(path);
  // A tuple's places are asked for even before there is a list.
  const missing = readOnly ? 0 : Math.max(0, node.prefix.length - group.rows.length);
  const rows = [
    ...group.rows,
    ...node.prefix.slice(node.prefix.length - missing).map((_, index) => ({ id: `place${group.rows.length + index}` })),
  ];
  const root = useRef<HTMLFieldSetElement>(null);
  const id = idOf(path);
  const isFull = rows.length >= node.maxItems || (!node.item && rows.length >= node.prefix.length);
  const nameOf = (index: number): string => {
    const own = node.prefix[index];
    return own?.label || t("form.item", { index: index + 1 });
  };

  /** After React has drawn the change: a row's first control, or a button of it. */
  const focusRow = (index: number, selector = "input, select, textarea, button"): void => {
    queueMicrotask(() => {
      const row = root.current?.querySelector(`:scope > .cb-rows > [data-index="${index}"]`);
      const target =
        row?.querySelector<HTMLElement>(selector) ?? root.current?.querySelector<HTMLElement>(":scope > .cb-button");
      target?.focus();
    });
  };
  const actions = useRef<RowActions>(null as unknown as RowActions);
  actions.current = {
    move(from, to) {
      const moved = nameOf(from);
      store.move(path, from, to);
      announce(t("form.moved", { label: moved, index: to + 1 }));
      const last = to === rows.length - 1;
      focusRow(
        to,
        to < from
          ? to === 0
            ? '[data-action="down"]'
            : '[data-action="up"]'
          : last
            ? '[data-action="up"]'
            : '[data-action="down"]',
      );
    },
    duplicate(index) {
      store.duplicate(path, index);
      announce(t("form.duplicated", { label: nameOf(index) }));
      focusRow(index + 1);
    },
    remove(index) {
      store.remove(path, index);
      announce(t("form.removed", { label: nameOf(index) }));
      focusRow(Math.min(index, rows.length - 2), '[data-action="remove"]');
    },
  };

  return (
    <fieldset
      ref={root}
      className="cb-group"
      data-type="array"
      data-path={path}
      id={id}
      tabIndex={-1}
      aria-describedby={node.help === undefined ? undefined : `${id}-help`}
    >
      <legend className={hideLabel ? "cb-visually-hidden" : "cb-group-label"}>
        {label}
        {node.required && node.minItems > 0 && (
          <span className="cb-field-required" aria-hidden="true">
            {" "}
            *
          </span>
        )}
      </legend>
      {node.help !== undefined && (
        <p className="cb-field-help" id={`${id}-help`}>
          {node.help}
        </p>
      )}
      <GroupIssue path={path} />
      {rows.length > 0 && (
        <ol className="cb-rows" data-long={rows.length > longList ? "" : undefined}>
          {rows.map((row, index) => (
            <ArrayRow
              key={index < node.prefix.length ? index : row.id}
              node={node.prefix[index] ?? node.item}
              path={childPointer(path, index)}
              index={index}
              isLast={index === rows.length - 1}
              label={nameOf(index)}
              isFixed={index < node.prefix.length}
              isFull={isFull}
              actions={actions}
            />
          ))}
        </ol>
      )}
      {readOnly && rows.length === 0 && <p className="cb-value-empty">{t("form.emptyList")}</p>}
      {!readOnly && !isFull && client?.upload && isFiles(node.item) && (
        <Suspense fallback={null}>
          <AddFiles node={node} path={path} label={label} />
        </Suspense>
      )}
      {!readOnly && !isFull && (
        <button
          type="button"
          className="cb-button"
          aria-label={t("form.addTo", { label })}
          onClick={() => {
            store.insert(path);
            announce(t("form.added", { label: nameOf(rows.length) }));
            focusRow(rows.length);
          }}
        >
          {fieldIcon("add")}
          {t("form.add")}
        </button>
      )}
    </fieldset>
  );
});

interface RowActions {
  move(from: number, to: number): void;
  duplicate(index: number): void;
  remove(index: number): void;
}

/** One element; it re-renders when its place changes, not when its neighbours do. */
const ArrayRow = memo(function ArrayRow(props: {
  node: FormNode | undefined;
  path: Pointer;
  index: number;
  isLast: boolean;
  label: string;
  /** A tuple's place: it has its name, and can neither move nor go. */
  isFixed: boolean;
  isFull: boolean;
  actions: { readonly current: RowActions };
}): ReactNode {
  const { node, path, index, isLast, label, isFixed, isFull, actions } = props;
  const { t, readOnly, Node } = useFormScope();
  if (!node) return null;
  const kind = resolveNode(node).kind;
  const isInline = kind === "leaf" || kind === "json";
  const button = (
    action: string,
    name: string,
    icon: Parameters<typeof fieldIcon>[0],
    run: () => void,
    disabled = false,
  ) => (
    <button
      type="button"
      className="cb-button"
      data-variant="quiet"
      data-icon-only=""
      data-action={action}
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={run}
    >
      {fieldIcon(icon)}
    </button>
  );
  const buttons = !readOnly && !isFixed && (
    <div className="cb-row-actions">
      {button("up", t("form.moveUp", { label }), "up", () => actions.current.move(index, index - 1), index === 0)}
      {button("down", t("form.moveDown", { label }), "down", () => actions.current.move(index, index + 1), isLast)}
      {button("duplicate", t("form.duplicate", { label }), "copy", () => actions.current.duplicate(index), isFull)}
      {button("remove", t("form.remove", { label }), "remove", () => actions.current.remove(index))}
    </div>
  );
  return (
    <li className="cb-row" data-index={index} data-inline={isInline ? "" : undefined}>
      <Node node={node} path={path} label={label} hideLabel={isInline && !isFixed} />
      {buttons}
    </li>
  );
});
