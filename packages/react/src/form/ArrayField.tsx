"use client";
import { childPointer, type ArrayNode, type FormNode, type Pointer } from "@callboard/core/form";
import { memo, Suspense, useRef, type ReactNode } from "react";
import { useCommitEffect } from "../useCommitEffect.ts";
import { lazyComponent } from "../provider/lazyModule.ts";
import { holdsBytes } from "../field/api/fieldVariant.ts";
import { useLatest } from "../provider/useLatest.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { ArrayRow, isInline, type RowActions } from "./ArrayRow.tsx";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { useFormScope, useGroup } from "../field/api/formContext.ts";
import { GroupFrame } from "./GroupFrame.tsx";
import { findInRow } from "./nearRows.ts";
import { useRemoval } from "./useRemoval.tsx";
import { columnTracks, TableHead } from "./TableHead.tsx";
import { rowTitle } from "./rowTitle.ts";
import { skipBeyond, usePortions } from "./usePortions.ts";
import { useRowDrag } from "./useRowDrag.ts";

const AddFiles = lazyComponent(
  () => import("../field/uploads/AddFiles.tsx"),
  (module) => module.AddFiles,
);

const isFiles = (item: FormNode | undefined): boolean =>
  item?.kind === "leaf" && item.type === "media" && !holdsBytes(item);

/** A list whose elements are added, removed, moved and duplicated by mouse or keyboard, with an announcement each. */
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
  const { client } = useKit();
  const group = useGroup(path);
  const fixed = node.prefix.length;
  // A tuple's places are asked for even before there is a list.
  const missing = readOnly ? 0 : Math.max(0, fixed - group.rows.length);
  const rows = [
    ...group.rows,
    ...node.prefix.slice(fixed - missing).map((_, index) => ({ id: `place${group.rows.length + index}` })),
  ];
  const root = useRef<HTMLFieldSetElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const id = idOf(path);
  const mayRest = rows.length * controlsOf(node.item) > skipBeyond;
  const [shown, showAll] = usePortions(rows.length, mayRest ? restingWeight : weightOf(node.item));
  const drawn = shown < rows.length ? rows.slice(0, shown) : rows;
  const [removed, takeNote] = useRemoval(path, group.rows);

  const canGrow = node.item !== undefined && fixed < node.maxItems;
  const isFull = rows.length >= node.maxItems;
  // A list that need not be there can be emptied, and is then not there.
  const mustHave = node.required && !node.nullable ? node.minItems : 0;
  const isLeast = rows.length > 0 && rows.length <= mustHave;
  const isExact = isFull && isLeast;
  const isSortable = !readOnly && rows.length - fixed > 1;
  const placeName = (index: number): string => node.prefix[index]?.label || t("form.item", { index: index + 1 });
  const nameOf = (index: number): string =>
    (node.prefix[index] ? undefined : rowTitle(store, node.item, childPointer(path, index))) ?? placeName(index);

  /** After React has drawn the change: a row's first control, or one button of it. */
  const focusRow = (index: number, action?: string): void => {
    queueMicrotask(() => {
      const row = root.current?.querySelector(`:scope > .cb-rows > [data-index="${index}"]`);
      if (!row) return root.current?.querySelector<HTMLElement>(":scope > .cb-button")?.focus();
      const find = (): HTMLElement | null | undefined =>
        action === undefined
          ? firstControl(row)
          : row.querySelector<HTMLElement>(`:scope > * > [data-action=${action}], :scope > [data-action=${action}]`);
      findInRow(row, find, (target) => target.focus());
    });
  };
  const doNow: RowActions = {
    move(from, given, by) {
      const to = Math.min(Math.max(given, fixed), rows.length - 1);
      if (to === from) return;
      const moved = nameOf(from);
      store.move(path, from, to);
      announce(t("form.moved", { label: moved, index: to + 1 }));
      // At the end of its way a button is off, and the other one goes on.
      const next = by === "up" && to === fixed ? "down" : by === "down" && to === rows.length - 1 ? "up" : by;
      focusRow(to, next);
    },
    duplicate(index) {
      showAll();
      store.duplicate(path, index);
      announce(t("form.duplicated", { label: nameOf(index) }));
      focusRow(index + 1);
    },
    remove(index) {
      const value = store.getValue(childPointer(path, index));
      const label = nameOf(index);
      const isLast = rows.length === 1 && node.minItems > 0 && (!node.required || node.nullable);
      if (isLast) store.setValue(path, node.required ? null : undefined);
      else store.remove(path, index);
      takeNote({
        label,
        restore() {
          store.insert(path, index);
          store.setValue(childPointer(path, index), value);
        },
        focus: () => focusRow(index),
      });
      focusRow(Math.min(index, rows.length - 2), "remove");
    },
  };
  const actions = useLatest(doNow);
  useRowDrag(list, isSortable, (from, to) => doNow.move(from, to, "drag"));

  const { columns } = node;
  // As many as a row may come to have, so that no column moves when one is added.
  const buttons = readOnly ? 0 : node.maxItems === mustHave ? 2 : 4;
  // By script: a strict Content Security Policy allows no style in the markup.
  useCommitEffect(() => {
    const style = root.current?.style;
    if (!style || !columns) return;
    style.setProperty("--cb-tracks", columnTracks(columns));
    style.setProperty("--cb-buttons", String(buttons));
  }, [columns, buttons]);
  const full = isExact || !canGrow ? "" : isFull ? `${id}-most` : undefined;
  const least = isExact ? "" : isLeast ? `${id}-least` : undefined;
  return (
    <GroupFrame
      frameRef={root}
      path={path}
      label={label}
      hideLabel={hideLabel}
      required={node.required && node.minItems > 0}
      help={node.help}
      data-type="array"
      data-table={columns && rows.length > 0 ? "" : undefined}
      data-inline={node.item && isInline(node.item) ? "" : undefined}
    >
      {isSortable && (
        <span hidden id={`${id}-sort`}>
          {t("form.reorderHint")}
        </span>
      )}
      {columns && rows.length > 0 && <TableHead columns={columns} readOnly={readOnly} />}
      {rows.length > 0 && (
        <ol ref={list} className="cb-rows" data-sortable={canGrow && !readOnly ? "" : undefined}>
          {drawn.map((row, index) => (
            <ArrayRow
              key={index < fixed ? index : row.id}
              node={node.prefix[index] ?? node.item}
              path={childPointer(path, index)}
              index={index}
              label={placeName(index)}
              isFirst={index === fixed}
              isLast={index === rows.length - 1}
              isFixed={index < fixed}
              full={full}
              least={least}
              mayRest={mayRest}
              sortHint={isSortable ? `${id}-sort` : undefined}
              actions={actions}
            />
          ))}
        </ol>
      )}
      {rows.length === 0 && <p className="cb-value-empty">{t("form.emptyList")}</p>}
      {!readOnly && isLeast && !isExact && (
        <p className="cb-field-help" id={`${id}-least`}>
          {t("form.issue.minItems", { count: mustHave })}
        </p>
      )}
      {!readOnly && canGrow && !isFull && client?.upload && isFiles(node.item) && (
        <Suspense fallback={null}>
          <AddFiles node={node} path={path} label={label} />
        </Suspense>
      )}
      {!readOnly && canGrow && !isExact && (
        <button
          type="button"
          className="cb-button"
          data-size="small"
          aria-label={t("form.addTo", { label })}
          aria-disabled={isFull || undefined}
          aria-describedby={isFull ? `${id}-most` : undefined}
          onClick={() => {
            if (isFull) return;
            showAll();
            store.insert(path);
            announce(t("form.added", { label: nameOf(rows.length) }));
            focusRow(rows.length);
          }}
        >
          {fieldIcon("add")}
          {t("form.add")}
        </button>
      )}
      {!readOnly && canGrow && isFull && !isExact && (
        <p className="cb-field-help" id={`${id}-most`}>
          {t("form.issue.maxItems", { count: node.maxItems })}
        </p>
      )}
      {removed}
    </GroupFrame>
  );
});

/** How many controls a row has, at the least. */
const controlsOf = (item: FormNode | undefined): number => (item?.kind === "object" ? item.fields.size : 1);

/** The same of a row that rests. */
const restingWeight = 0.3;

/** How many plain fields a row is worth. */
function weightOf(item: FormNode | undefined): number {
  if (!item || item.kind === "leaf") return 2;
  return item.kind === "object" ? 2 + item.fields.size : 4;
}

/** The first control that a person fills in: no button that moves or removes rows. */
function firstControl(row: Element): HTMLElement | undefined {
  const controls = row.querySelectorAll<HTMLElement>("input, select, textarea, button");
  return [...controls].find((control) => !control.matches(":disabled, .cb-row-handle, .cb-row-actions > *"));
}
