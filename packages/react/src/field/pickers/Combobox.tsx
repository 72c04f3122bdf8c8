"use client";
import { useCombobox } from "downshift";
import { Suspense, useRef, type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject } from "react";
import { useCommitEffect } from "../../useCommitEffect.ts";
import { isComposing } from "../../isComposing.ts";
import { lazyComponent } from "../../provider/lazyModule.ts";
import { fieldIcon } from "../api/fieldIcon.tsx";
import { ChipsInput, type Chips } from "./ChipsInput.tsx";

/** One row of the list: a choice, the typed words as they are, or another thing to do. */
export interface ComboboxRow {
  key: string;
  kind: "choice" | "other" | "action";
  label: string;
  description?: string | undefined;
  isChosen: boolean;
}

interface ComboboxProps<Row extends ComboboxRow> {
  /** The input's attributes; the ids of the list and its rows begin with its id. */
  input: Omit<ComponentProps<"input">, "ref"> & { id: string };
  inputRef: RefObject<HTMLInputElement | null>;
  /** The name of the input, the chips and the list, where no label names them. */
  label?: string | undefined;
  labelledBy?: string | undefined;
  isMultiple: boolean;
  chips?: Chips["tags"] | undefined;
  removeChip?: Chips["remove"];
  /** A button after the input that empties the field. */
  clear?: { label: string; run: () => void } | undefined;
  text: string;
  rows: readonly Row[];
  /** The row that is active when the list opens or its text changes; -1 for none. */
  start: number;
  /** The first row becomes active, unless an arrow key has reached another: the rows answer what is typed. */
  suggestsFirst?: boolean;
  /** The rows answer older words than the typed ones, so the keyboard picks no choice among them. */
  isStale?: boolean;
  /** What stands below the rows while the list is open. */
  note?: ReactNode;
  /** What a screen reader announces. */
  announcement: string;
  onText: (text: string) => void;
  onOpenChange?: (isOpen: boolean) => void;
  onPick: (row: Row) => void;
  /** The focus has left the input and all buttons of the field. */
  onLeave: () => void;
  className?: string;
  children?: ReactNode;
}

/** A longer list than this draws only the rows in sight. */
const windowedFrom = 100;

const WindowedRows = lazyComponent(
  () => import("./WindowedRows.tsx"),
  (module) => module.WindowedRows,
);

const { stateChangeTypes } = useCombobox;

/** Leaves a key to the browser, or to whoever else listens for it. */
const keepFromDownshift = (event: KeyboardEvent): void =>
  void Object.assign(event.nativeEvent, { preventDownshiftDefault: true });

/** An input with a list of choices below it, and chips of what is chosen before it. Its owner holds text and value. */
export function Combobox<Row extends ComboboxRow>(props: ComboboxProps<Row>): ReactNode {
  const { input, inputRef, label, labelledBy, isMultiple, rows, start, suggestsFirst } = props;
  const name = { "aria-label": labelledBy === undefined ? label : undefined, "aria-labelledby": labelledBy };

  // Downshift holds what a key press changes: its `on…Change` run in an effect, which the next key may be ahead of.
  const { isOpen, highlightedIndex, ...list } = useCombobox<Row>({
    id: input.id,
    inputId: input.id,
    items: [...rows],
    itemToString: (row) => row?.label ?? "",
    inputValue: props.text,
    defaultHighlightedIndex: start,
    // What is chosen is shown by the rows and chips; a pick is only reported.
    selectedItem: null,
    stateReducer(state, { type, changes }) {
      if (input.readOnly) return state;
      switch (type) {
        // The list closes when the focus leaves the whole field, whose buttons Downshift does not know.
        case stateChangeTypes.InputBlur:
        // A resting pointer must not change what Enter picks.
        case stateChangeTypes.ItemMouseMove:
        case stateChangeTypes.MenuMouseLeave:
        case stateChangeTypes.ControlledPropUpdatedSelectedItem:
          return state;
        case stateChangeTypes.InputClick:
          return state.isOpen ? state : { ...state, isOpen: true, highlightedIndex: start };
      }
      const picked = changes.selectedItem;
      if (!picked) return type === stateChangeTypes.InputKeyDownEnter ? state : changes;
      if (type !== stateChangeTypes.ItemClick && picked.kind === "choice" && props.isStale) return state;
      return {
        ...state,
        selectedItem: picked,
        isOpen: isMultiple && picked.kind !== "action",
        highlightedIndex: start === -1 ? -1 : state.highlightedIndex,
      };
    },
    onSelectedItemChange({ selectedItem }) {
      if (!selectedItem) return;
      if (selectedItem.kind !== "action") inputRef.current?.focus();
      props.onPick(selectedItem);
    },
    onIsOpenChange: (changes) => props.onOpenChange?.(changes.isOpen),
  });
  const { getInputProps, getMenuProps, getItemProps, closeMenu, setHighlightedIndex } = list;

  const isNowhere = isOpen && !rows[highlightedIndex];
  useCommitEffect(() => {
    if (isNowhere && suggestsFirst) setHighlightedIndex(0);
  }, [isNowhere, suggestsFirst, setHighlightedIndex]);

  const menu = useRef<HTMLDivElement>(null);
  const isLong = rows.length > windowedFrom;
  const drawRow = (index: number, measure?: (element: HTMLElement | null) => void): ReactNode => {
    const row = rows[index];
    if (!row) return null;
    const place = measure && { "aria-posinset": index + 1, "aria-setsize": rows.length, "data-index": index };
    return (
      <div
        key={row.key}
        {...getItemProps({ item: row, index, "aria-selected": row.isChosen, ...(measure && { ref: measure }) })}
        {...place}
        className="cb-option"
        data-kind={row.kind}
        data-active={index === highlightedIndex ? "" : undefined}
      >
        <span className="cb-option-mark" aria-hidden="true">
          {row.isChosen ? "✓" : row.kind === "action" ? "+" : ""}
        </span>
        <span className="cb-option-words">
          <bdi>{row.label}</bdi>
          {row.description !== undefined && <bdi className="cb-option-help">{row.description}</bdi>}
        </span>
      </div>
    );
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const isCaret = event.key === "Home" || event.key === "End";
    if (isComposing(event) || isCaret) keepFromDownshift(event);
    else if (event.key === "Escape") {
      // A dialog around the field closes by the next Escape.
      if (isOpen) event.stopPropagation();
      else keepFromDownshift(event);
    }
  };

  return (
    <div
      className={props.className ?? "cb-picker"}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        closeMenu();
        props.onLeave();
      }}
    >
      <ChipsInput
        inputRef={inputRef}
        chips={props.chips && { tags: props.chips, ...name, remove: props.removeChip }}
        // oxlint-disable-next-line react/refs -- downshift passes the ref on to React and reads it in event handlers
        input={getInputProps({
          ...input,
          ...name,
          ref: inputRef,
          onKeyDown,
          ...(isNowhere && { "aria-activedescendant": undefined }),
          // The text is the owner's, set before React puts the old one back: the caret would jump.
          onChange: (event) => props.onText(event.currentTarget.value),
        })}
      >
        {props.clear && (
          <button
            type="button"
            className="cb-tag-remove"
            aria-label={props.clear.label}
            onClick={() => {
              closeMenu();
              props.clear?.run();
              inputRef.current?.focus();
            }}
          >
            {fieldIcon("remove")}
          </button>
        )}
      </ChipsInput>
      {/* The focus stays in the input, also while the list is scrolled by its bar. */}
      <div
        role="presentation"
        className="cb-picker-popup"
        hidden={!isOpen}
        onMouseDown={(event) => event.preventDefault()}
      >
        <div
          // oxlint-disable-next-line react/refs -- downshift passes the ref on to React
          {...getMenuProps({ ...name, ref: menu })}
          className="cb-picker-list"
          aria-multiselectable={isMultiple || undefined}
          data-stale={props.isStale ? "" : undefined}
        >
          {isOpen && !isLong && rows.map((_, index) => drawRow(index))}
          {isOpen && isLong && (
            <Suspense fallback={null}>
              <WindowedRows count={rows.length} active={highlightedIndex} scroller={menu} row={drawRow} />
            </Suspense>
          )}
        </div>
        {isOpen && props.note}
      </div>
      {props.children}
      <span className="cb-visually-hidden" role="status">
        {props.announcement}
      </span>
    </div>
  );
}
