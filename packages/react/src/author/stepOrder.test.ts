import { validateExecutionSpec, type CompositionStep } from "@callboard/core/execution";
import fc from "fast-check";
import { expect, it } from "vitest";
import { asListed, asPlanned, countStepProblems, isPlanned, stepProblems, withoutStep } from "./stepOrder.ts";

const step = (id: string, more: Partial<CompositionStep> = {}): CompositionStep => ({
  id,
  tool: "any",
  input: {},
  ...more,
});

it("says what stands after a step, is gone, or is not waited for", () => {
  const problems = stepProblems([
    step("a", { depends_on: ["b", "a"] }),
    step("b", { depends_on: [], input: { of: { $from: "a" }, given: { $from: "input" } } }),
    step("c", { depends_on: ["nope"], retry: { attempts: 1 } }),
  ]);
  expect(problems).toEqual([
    { later: ["b", "a"], gone: [], unwaited: [], retry: false },
    { later: [], gone: [], unwaited: ["a"], retry: false },
    { later: [], gone: ["nope"], unwaited: [], retry: true },
  ]);
});

it("lets a step take what it waits for through others, and in a list what stands before", () => {
  const takes = { input: { of: { $from: "a" } } };
  const through = [step("a"), step("b", { depends_on: ["a"] }), step("c", { depends_on: ["b"], ...takes })];
  expect(countStepProblems(through)).toBe(0);
  expect(countStepProblems([step("a"), step("b"), step("c", takes)])).toBe(0);
  expect(stepProblems([step("c", takes), step("a")])[0]?.later).toEqual(["a"]);
});

it("says each step's wait as it was, takes it back, and forgets a step that goes", () => {
  const listed = [step("a"), step("b"), step("c")];
  const planned = asPlanned(listed);
  expect(planned.map(({ depends_on }) => depends_on)).toEqual([[], ["a"], ["b"]]);
  expect([isPlanned(planned), isPlanned(asListed(planned))]).toEqual([true, false]);
  expect(asListed(planned)).toEqual(listed);
  expect(withoutStep(planned, "b").map(({ depends_on }) => depends_on)).toEqual([[], []]);
});

it("finds fault where the host does, and nowhere else", async () => {
  const ids = ["a", "b", "c", "d"];
  const id = fc.constantFrom(...ids, "gone");
  const steps = fc.tuple(
    ...ids.map((own) =>
      fc.record(
        {
          id: fc.constant(own),
          tool: fc.constant("any"),
          input: fc.oneof(fc.constant({}), fc.record({ of: fc.record({ $from: id }) })),
          depends_on: fc.uniqueArray(id, { maxLength: 3 }),
          retry: fc.record({
            attempts: fc.integer({ min: 0, max: 12 }),
            delay_seconds: fc.integer({ min: -1, max: 4000 }),
          }),
        },
        { requiredKeys: ["id", "tool", "input"] },
      ),
    ),
  );
  const surroundings = {
    slug: "own",
    inputSchema: { type: "object" },
    tool: async () => ({ inputSchema: { type: "object" } }),
  };
  await fc.assert(
    fc.asyncProperty(steps, async (made) => {
      const found = await validateExecutionSpec({ kind: "composition", steps: made }, surroundings);
      expect(countStepProblems(made) > 0).toBe(found.length > 0);
    }),
    { numRuns: 500 },
  );
});
