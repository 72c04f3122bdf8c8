import { describe, expect, test } from "vitest";
import { createUiRegistry, type SlotKind } from "./uiRegistry.ts";

const Component = () => null;

describe("a registry of components", () => {
  test("gives the last one of a key, and the one before once that is gone", () => {
    const registry = createUiRegistry();
    const Other = () => null;
    registry.register("card", "tool:tip", Component);
    const remove = registry.register("card", "tool:tip", Other);
    expect(registry.get("card", "tool:tip")).toBe(Other);
    remove();
    expect(registry.get("card", "tool:tip")).toBe(Component);
  });

  test.each<[SlotKind, string]>([
    ["form", "tool:tip"],
    ["view", "tool:tip"],
    ["card", "tool:tip"],
    ["block", "table"],
    ["block", "link"],
    ["block", "tool-output-tip"],
    ["field-input", "text"],
    ["field-display", "json"],
  ])("takes slot %s, key %s", (kind, key) => {
    const registry = createUiRegistry();
    registry.register(kind, key, Component);
    expect(registry.keys(kind)).toEqual([key]);
  });

  test.each<[SlotKind, string, RegExp]>([
    ["view", "tip", /"tip" of the slot "view".*tool:<slug>/],
    ["card", "tool:", /tool:<slug>/],
    ["block", "grid", /"grid".*tool-output-<slug>, summary, callout, table/],
    ["field-input", "string", /"string".*text, number, boolean/],
    ["cards" as SlotKind, "tool:tip", /no slot "cards".*form, view, card, block/],
  ])("refuses slot %s, key %s, by which nothing is ever drawn", (kind, key, message) => {
    expect(() => createUiRegistry().register(kind, key, Component)).toThrow(message);
  });

  test.each([undefined, "Body", null])("refuses %s, which is no component", (value) => {
    expect(() => createUiRegistry().register("card", "tool:tip", value as never)).toThrow(/"tool:tip".*no component/);
  });
});
