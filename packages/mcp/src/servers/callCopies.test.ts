import { expect, test } from "vitest";
import { requestOf } from "./callCopies.ts";

const done = { content: [{ type: "text", text: "Gold" }] };
const task = { taskId: "t1", status: "working" };
const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "work" } };
const wire = (answers: object[]) => [
  { way: "out" as const, at: 0, text: JSON.stringify(call) },
  ...answers.map((result, id) => ({ way: "in" as const, at: 1, text: JSON.stringify({ jsonrpc: "2.0", id, result }) })),
];

test.each([
  ["a result", [done], done],
  ["a result after a question", [{ resultType: "input_required", inputRequests: {} }, done], done],
  ["nothing while it asks", [{ resultType: "input_required", inputRequests: {}, content: [] }], undefined],
  ["nothing while its task is at work", [{ resultType: "task", ...task, content: [] }, task], undefined],
  ["the result of its task", [{ ...task }, { ...task, status: "completed", result: done }], done],
  ["the result of its task of 2025-11-25, though that was looked at once more", [{ task }, done, task, {}], done],
])("a call has come to %s", (_what, answers, result) => {
  expect(requestOf(wire(answers))?.result).toEqual(result);
});
