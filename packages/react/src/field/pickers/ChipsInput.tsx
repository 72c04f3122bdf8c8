"use client";
import type { ComponentPropsWithRef, KeyboardEvent, ReactNode, RefObject } from "react";
import { isComposing } from "../../isComposing.ts";
import { TagList, type Tag } from "./TagList.tsx";

/** The chips before an input. Without `remove` they stay. */
export interface Chips {
  tags: readonly Tag[];
  label?: string | undefined;
  labelledBy?: string | undefined;
  remove?: { label: (text: string) => string; run: (index: number) => void } | undefined;
}

/**
 * An input with chips before it. Backspace in the empty input removes the last chip, as does each chip's own button;
 * the focus is in the input afterwards.
 */
export function ChipsInput({
  input,
  inputRef,
  chips,
  children,
}: {
  /** The input's attributes; its `ref` leads to `inputRef`. */
  input: ComponentPropsWithRef<"input">;
  inputRef: RefObject<HTMLInputElement | null>;
  chips: Chips | undefined;
  /** What stands after the input. */
  children?: ReactNode;
}): ReactNode {
  const { tags, remove, ...name } = chips ?? { tags: [] };
  const run = (index: number): void => {
    remove?.run(index);
    inputRef.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    input.onKeyDown?.(event);
    if (event.key !== "Backspace" || isComposing(event)) return;
    if (!remove || tags.length === 0 || event.currentTarget.value !== "") return;
    event.preventDefault();
    run(tags.length - 1);
  };
  return (
    // A click beside the chips reaches the input; the keyboard is there already.
    <div
      role="presentation"
      className="cb-tags"
      data-invalid={input["aria-invalid"] ? "" : undefined}
      data-disabled={input.disabled ? "" : undefined}
      onClick={(event) => event.target === event.currentTarget && inputRef.current?.focus()}
    >
      <TagList {...name} tags={tags} remove={remove && { label: remove.label, run }} />
      <input autoComplete="off" {...input} className="cb-tag-input" onKeyDown={onKeyDown} />
      {children}
    </div>
  );
}
