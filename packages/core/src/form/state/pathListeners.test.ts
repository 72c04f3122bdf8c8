import fc from "fast-check";
import { expect, it } from "vitest";
import { createPathListeners } from "./pathListeners.ts";
import { isWithin } from "../../json/pointer.ts";

const paths = ["", "/a", "/a/b", "/a/b/c", "/ab", "/ab/c", "/d/e/f"];

it("notifies a place, what is above it, and below it where asked, whoever came and went before", () => {
  const come = fc.record({ path: fc.constantFrom(...paths), leaves: fc.boolean() });
  fc.assert(
    fc.property(fc.array(come), fc.constantFrom(...paths), fc.boolean(), (comings, path, below) => {
      const listeners = createPathListeners<object, object>();
      const notified: string[] = [];
      const stays = comings.filter((one) => !one.leaves).map((one) => one.path);
      const leave = comings.map((one) => ({
        ...one,
        stop: listeners.subscribe(one.path, () => notified.push(one.path)),
      }));
      for (const { leaves, stop } of leave) if (leaves) stop();
      listeners.notify(path, below);
      const expected = stays.filter((one) => isWithin(path, one) || (below && isWithin(one, path)));
      expect(notified.sort()).toEqual(expected.sort());
    }),
  );
});

it("answers with the same state until something in it changed, and never with an old one", () => {
  const listeners = createPathListeners<{ value: number }, object>();
  let value = 1;
  const read = () => listeners.field("/a", () => ({ value }));
  const first = read();
  value = 2;
  expect(read()).toEqual({ value: 2 });
  value = 1;
  const again = read();
  expect(again).toEqual(first);
  listeners.subscribe("/a", () => {});
  expect(read()).toBe(again);
  listeners.notify("/a", false);
  expect(read()).toBe(again);
  value = 3;
  listeners.notify("", true);
  expect(read()).toEqual({ value: 3 });
});
