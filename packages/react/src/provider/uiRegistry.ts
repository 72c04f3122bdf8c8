import type { ComponentType } from "react";

/** The places that an app may fill with its own components. Keys: `form` and `view` `tool:<slug>`, `block` `tool-output-<slug>` or a block type, fields by storage type. */
export type SlotKind = "form" | "view" | "card" | "block" | "field-input" | "field-display";

/** Each slot hands its component props of its own. */
// oxlint-disable-next-line typescript/no-explicit-any -- a component of any props has to fit: `unknown` would refuse them all
type SlotComponent = ComponentType<any>;

/** Components by slot and key. The last registration of a key wins; an unregister gives the one before it back. */
export interface UiRegistry {
  register(kind: SlotKind, key: string, component: SlotComponent): () => void;
  get(kind: SlotKind, key: string): SlotComponent | undefined;
  keys(kind: SlotKind): string[];
}

export function createUiRegistry(parent?: UiRegistry): UiRegistry {
  const slots = new Map<string, SlotComponent[]>();
  const id = (kind: SlotKind, key: string) => `${kind}:${key}`;
  return {
    register(kind, key, component) {
      const stack = slots.get(id(kind, key)) ?? [];
      slots.set(id(kind, key), stack);
      stack.push(component);
      return () => {
        const at = stack.lastIndexOf(component);
        if (at >= 0) stack.splice(at, 1);
      };
    },
    get: (kind, key) => slots.get(id(kind, key))?.at(-1) ?? parent?.get(kind, key),
    keys(kind) {
      const own = [...slots].filter(([slot, stack]) => slot.startsWith(`${kind}:`) && stack.length > 0);
      return [...new Set([...(parent?.keys(kind) ?? []), ...own.map(([slot]) => slot.slice(kind.length + 1))])];
    },
  };
}

/** The registry that components use where no provider gives another. */
export const uiRegistry: UiRegistry = createUiRegistry();
