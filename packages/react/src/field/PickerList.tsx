"use client";
import type { Choice } from "@callboard/core";
import type { ReactNode } from "react";
import type { Translate } from "../messages/messages.ts";
import type { Search } from "./useChoices.ts";

/** One entry of a picker's list: a thing, the words as typed, or something else to do. */
export type PickerRow =
  { kind: "choice"; choice: Choice } | { kind: "other"; text: string } | { kind: "action"; label: string };

/** What a picker has found, below its field, and how the search is doing. */
export function PickerList(props: {
  id: string;
  optionId: (index: number) => string;
  label: string | undefined;
  labelledBy: string | undefined;
  isOpen: boolean;
  isMultiple: boolean;
  rows: readonly PickerRow[];
  active: number;
  chosen: readonly string[];
  search: Search;
  isFresh: boolean;
  query: string;
  hasMore: boolean;
  t: Translate;
  onPick: (row: PickerRow) => void;
  onRetry: () => void;
}): ReactNode {
  const { isOpen, isMultiple, rows, active, chosen, search, isFresh, query, t } = props;
  const isCurrent = search.query === query;
  const note = !isCurrent
    ? t("picker.searching")
    : search.state === "failed"
      ? t("picker.failed")
      : search.state === "nowhere"
        ? t("picker.gone")
        : search.choices.length === 0
          ? query === ""
            ? t("picker.none")
            : t("picker.noneFor", { query })
          : props.hasMore
            ? t("picker.more")
            : undefined;
  return (
    // The focus stays where one types, also while the list is scrolled by its bar.
    <div
      role="presentation"
      className="cb-picker-popup"
      hidden={!isOpen}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div
        className="cb-picker-list"
        id={props.id}
        role="listbox"
        aria-multiselectable={isMultiple || undefined}
        aria-label={props.labelledBy === undefined ? props.label : undefined}
        aria-labelledby={props.labelledBy}
        data-stale={isFresh ? undefined : ""}
      >
        {isOpen &&
          rows.map((row, index) => {
            const isChosen = row.kind === "choice" && chosen.includes(row.choice.value);
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keyboard stays in the combobox
              <div
                key={row.kind === "choice" ? row.choice.value : row.kind}
                id={props.optionId(index)}
                role="option"
                aria-selected={isChosen}
                className="cb-option"
                data-kind={row.kind}
                data-active={index === active ? "" : undefined}
                onClick={() => props.onPick(row)}
              >
                <span className="cb-option-mark" aria-hidden="true">
                  {isChosen ? "✓" : row.kind === "action" ? "+" : ""}
                </span>
                <span className="cb-option-words">
                  <bdi>
                    {row.kind === "choice"
                      ? row.choice.label
                      : row.kind === "other"
                        ? t("picker.asIs", { query: row.text })
                        : row.label}
                  </bdi>
                  {row.kind === "choice" && row.choice.description !== undefined && (
                    <bdi className="cb-option-help">{row.choice.description}</bdi>
                  )}
                </span>
              </div>
            );
          })}
      </div>
      {isOpen && note !== undefined && (
        <p className="cb-picker-note" data-waiting={isCurrent ? undefined : ""}>
          {note}
          {isCurrent && search.state === "failed" && (
            <button type="button" className="cb-inline-button" onClick={props.onRetry}>
              {t("picker.retry")}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
