import { captureTool } from "@callboard/core/testing";
import { describe, expect, it } from "vitest";
import type { scoreCriteria } from "./scoreCriteria.ts";

const quickScore = await captureTool(() => import("./definition.ts"));
type Output = ReturnType<typeof scoreCriteria>;

describe("quick-score", () => {
  // Weights 3 and 1 are 75 % and 25 %: 75 × 0.8 + 25 × 0.3 = 60 + 7.5.
  it("weighs the scores, as by hand", async () => {
    const { output, error } = await quickScore.run({
      subject: "Vendor A",
      criteria: [
        { name: "Support", weight: 1, score: 3 },
        { name: "Price", weight: 3, score: 8 },
      ],
      target: 75,
    });
    expect(error).toBeNull();
    expect(output).toEqual({
      summary: {
        subject: "Vendor A",
        score: 67.5,
        verdict: "7.5 points short of the target",
        strongest: "Price",
        mostToGain: "Support, up to 17.5 points",
      },
      ranking: [
        { label: "Price", points: 60, open: 15, weight: 75, score: 8, reason: "75% of the weight, scored 8" },
        { label: "Support", points: 7.5, open: 17.5, weight: 25, score: 3, reason: "25% of the weight, scored 3" },
      ],
      profile: [
        { criterion: "Support", score: 3 },
        { criterion: "Price", score: 8 },
      ],
    });
  });

  it("does not change when every weight is scaled", async () => {
    const criteria = [
      { name: "a", weight: 1, score: 3 },
      { name: "b", weight: 2, score: 7 },
      { name: "c", weight: 7, score: 9 },
    ];
    const scaled = criteria.map((criterion) => ({ ...criterion, weight: criterion.weight * 3.7 }));
    const [first, second] = await Promise.all([
      quickScore.run({ subject: "x", criteria }),
      quickScore.run({ subject: "x", criteria: scaled }),
    ]);
    expect((second.output as Output).ranking).toEqual((first.output as Output).ranking);
    expect((first.output as Output).summary.score).toBe(80);
  });

  it("compares with the target what it shows, not what it rounded away", async () => {
    const { output } = await quickScore.run({
      subject: "x",
      criteria: [{ name: "a", weight: 1, score: 6.996 }],
      target: 70,
    });
    expect((output as Output).summary).toMatchObject({ score: 70, verdict: "Meets the target" });
  });

  it("says so when nothing is left to gain", async () => {
    const { output } = await quickScore.run({ subject: "x", criteria: [{ name: "a", weight: 1, score: 10 }] });
    expect((output as Output).summary).toMatchObject({
      score: 100,
      mostToGain: "Nothing: every criterion has full marks",
    });
  });

  it("refuses two criteria of one name, at the second one's field", async () => {
    const criteria = [
      { name: "Price", weight: 1, score: 1 },
      { name: " price", weight: 1, score: 1 },
    ];
    expect(await quickScore.run({ subject: "x", criteria })).toMatchObject({
      code: "invalid_input",
      issues: [{ path: "/criteria/1/name", message: expect.stringContaining("already") }],
    });
    expect(await quickScore.run({ subject: "x", criteria: [] })).toMatchObject({ issues: [{ path: "/criteria" }] });
  });
});
