import { expect, test } from "vitest";
import { treeOf } from "../testing/wireTree.ts";
import { fromLangGraph } from "./fromLangGraph.ts";

const stop = (...values: unknown[]) => [[], "updates", { __interrupt__: values.map((value) => ({ id: "i", value })) }];
const answer = (response: unknown) => ({ method: "input.respond", params: { interrupt_id: "i", response } });
const asks = (chunks: readonly object[]) =>
  treeOf(fromLangGraph({ sessionId: "s" }), chunks).calls.map(({ status, questions }) => [
    status,
    questions?.map(({ message, content }) => [message, content]),
  ]);

test("interrupts of tools side by side that share one id are asks of their own, answered one after the other", () => {
  const all = stop("Which city?", "Which day?", "Which city?");
  const waiting = asks([all]);
  expect(waiting).toEqual([
    ["awaiting-input", [["Which city?", undefined]]],
    ["awaiting-input", [["Which day?", undefined]]],
    ["awaiting-input", [["Which city?", undefined]]],
  ]);
  // States tell it again.
  expect(asks([all, [[], "values", (all as [unknown, unknown, object])[2]]])).toEqual(waiting);
  expect(asks([all, answer("Oslo"), answer("Monday")])).toEqual([
    ["completed", [["Which city?", "Oslo"]]],
    ["completed", [["Which day?", "Monday"]]],
    ["awaiting-input", [["Which city?", undefined]]],
  ]);
});

test("an id that comes again after its answer is another ask", () => {
  expect(asks([stop("Which city?"), answer("Oslo"), stop("Which city?")])).toHaveLength(2);
});

test("interrupts without an id are told apart by what they ask", () => {
  const chunk = [[], "updates", { __interrupt__: [{ value: "One?" }, { value: "Two?" }] }];
  expect(asks([chunk])).toHaveLength(2);
});

test("a result of no call is noted, once", () => {
  const values = [[], "values", { messages: [{ id: "t", type: "tool", content: "lost" }] }];
  const { snapshot } = treeOf(fromLangGraph({ sessionId: "s" }), [values, values]);
  expect(snapshot.notices).toHaveLength(1);
});
