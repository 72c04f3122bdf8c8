import { fieldTypes } from "@callboard/core/fields";
import { blockTypes } from "@callboard/core/view";
import type { Component, ComponentType, ReactNode } from "react";

/**
 * The slots that an app can fill with its own components. Keys: `form`, `view` and `card` `tool:<slug>`, `block`
 * `tool-output-<slug>` or a block's type, `field-input` and `field-display` a storage type.
 */
export type SlotKind = "form" | "view" | "card" | "block" | "field-input" | "field-display";

/** A component as an app gives it: each slot has its own props, so one of any props fits. */
type SlotComponent = ((props: never) => ReactNode | Promise<ReactNode>) | (new (props: never) => Component);

/** Components by slot and key. The last registration of a key wins; its removal restores the one before. */
export interface UiRegistry {
  /** @throws where no component of the slot would ever be asked for by this key, or where it is no component. */
  register(kind: SlotKind, key: string, component: SlotComponent): () => void;
  /** The component of a slot, as whoever draws the slot knows its props. */
  get<Props>(kind: SlotKind, key: string): ComponentType<Props> | undefined;
  keys(kind: SlotKind): string[];
}

export function createUiRegistry(parent?: UiRegistry): UiRegistry {
  const slots = new Map<string, SlotComponent[]>();
  const id = (kind: SlotKind, key: string) => `${kind}:${key}`;
  return {
    register(kind, key, component) {
      check(kind, key, component);
      const stack = slots.get(id(kind, key)) ?? [];
      slots.set(id(kind, key), stack);
      stack.push(component);
      return () => {
        const at = stack.lastIndexOf(component);
        if (at >= 0) stack.splice(at, 1);
      };
    },
    get: <Props>(kind: SlotKind, key: string) =>
      (slots.get(id(kind, key))?.at(-1) as ComponentType<Props> | undefined) ?? parent?.get<Props>(kind, key),
    keys(kind) {
      const registered = [...slots].filter(([slot, stack]) => slot.startsWith(`${kind}:`) && stack.length > 0);
      return [...new Set([...(parent?.keys(kind) ?? []), ...registered.map(([slot]) => slot.slice(kind.length + 1))])];
    },
  };
}

/** The registry that components use unless a provider gives another. */
export const uiRegistry: UiRegistry = createUiRegistry();

const toolKey = { is: (key: string) => /^tool:./.test(key), are: () => "tool:<slug>" };
const fieldKeys: readonly string[] = [...fieldTypes, "json"];
const fieldKey = { is: (key: string) => fieldKeys.includes(key), are: () => fieldKeys.join(", ") };
/** Blocks that outputs have by themselves, besides those that a spec names. */
const blockKeys: readonly string[] = [
  ...blockTypes.filter((type) => type !== "custom"),
  "link",
  "surface",
  "error",
  "empty",
];

const keysOfSlots: Record<SlotKind, { is: (key: string) => boolean; are: () => string }> = {
  form: toolKey,
  view: toolKey,
  card: toolKey,
  block: {
    is: (key) => /^tool-output-./.test(key) || blockKeys.includes(key),
    are: () => `tool-output-<slug>, ${blockKeys.join(", ")}`,
  },
  "field-input": fieldKey,
  "field-display": fieldKey,
};

function check(kind: SlotKind, key: string, component: unknown): void {
  const keys = Object.hasOwn(keysOfSlots, kind) ? keysOfSlots[kind] : undefined;
  if (!keys) throw new Error(`There is no slot "${kind}". The slots are ${Object.keys(keysOfSlots).join(", ")}.`);
  if (!keys.is(key)) {
    throw new Error(`Nothing is drawn by the key "${key}" of the slot "${kind}". Its keys are ${keys.are()}.`);
  }
  // A component is a function, or an object that React made: of memo, lazy or forwardRef.
  if (typeof component !== "function" && (typeof component !== "object" || component === null)) {
    throw new Error(
      `What is registered as "${key}" of the slot "${kind}" is ${component === undefined ? "undefined" : typeof component} and no component. ` +
        "Is it imported by its right name?",
    );
  }
}
