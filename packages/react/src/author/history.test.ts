import { expect, it } from "vitest";
import { begin, step, type HistoryAct } from "./history.ts";

const after = (...acts: HistoryAct<string>[]) => acts.reduce(step<string>, begin("a"));
const change = (value: string, place = value): HistoryAct<string> => ({ kind: "change", place, value });

it("takes typing in one place as one step, and the next place as another", () => {
  const typed = after(change("ab", "name"), change("abc", "name"), change("x", "icon"));
  expect([typed.past, typed.present]).toEqual([["a", "abc"], "x"]);
  const back = after(change("ab", "name"), change("abc", "name"), { kind: "undo" });
  expect([back.present, back.future]).toEqual(["a", ["abc"]]);
});

it("goes back and forth, and forgets what was undone once something else is written", () => {
  const again = after(change("b"), { kind: "undo" }, { kind: "redo" });
  expect(again.present).toBe("b");
  expect(after(change("b"), { kind: "undo" }, change("c")).future).toEqual([]);
  expect(after({ kind: "undo" }, { kind: "redo" }).present).toBe("a");
});
