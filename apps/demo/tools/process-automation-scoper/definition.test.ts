import { captureTool } from "@callboard/core/testing";
import { describe, expect, it } from "vitest";
import type { scope } from "./scope.ts";

const tool = await captureTool(() => import("./definition.ts"));

async function run(input: unknown) {
  const { output, error } = await tool.run(input);
  expect(error).toBeNull();
  return output as ReturnType<typeof scope>;
}

describe("process-automation-scoper", () => {
  // 300 runs. Typing: 95 × 0.8 × 0.9 = 68.4 %, 30 h: assisted, 34.2 % of it: 10.26 h. Matching: 90 × 1 × 0.85 = 76.5 %,
  // 20 h: automated, 15.3 h. Asking: 60 × 0.6 × 0.95 = 34.2 %, 25 h: assisted, 17.1 %: 4.275 h. Approving: 35 × 0.8 =
  // 28 %: left. 29.835 of 90 h: 33.15 %. A year at 45: 29.835 × 12 × 45 = 16,110.90.
  it("calculates its sample as by hand", async () => {
    const output = await run(tool.tool.formSpec!.sample);
    expect(output).toEqual({
      currency: "EUR",
      summary: {
        hoursToday: 90,
        hoursSaved: 29.8,
        share: 33.2,
        automate: 1,
        assist: 2,
        beginWith: "Match it with the order",
        valuePerYear: 16_110.9,
      },
      steps: [
        {
          step: 2,
          name: "Match it with the order",
          approach: "Automate",
          potential: 76.5,
          hours: 20,
          saved: 15.3,
          left: 4.7,
        },
        {
          step: 1,
          name: "Type the invoice in",
          approach: "Assist",
          potential: 68.4,
          hours: 30,
          saved: 10.3,
          left: 19.7,
        },
        {
          step: 3,
          name: "Ask about differences",
          approach: "Assist",
          potential: 34.2,
          hours: 25,
          saved: 4.3,
          left: 20.7,
        },
        { step: 4, name: "Approve it", approach: "Leave to people", potential: 28, hours: 15, saved: 0, left: 15 },
      ],
    });
  });

  it("leaves to people what only goes by exception or by hand, and says so", async () => {
    const steps = [
      { name: "Copy", minutes: 10, kind: "transfer", exceptions: 100 },
      { name: "Pack", minutes: 10, kind: "physical" },
    ];
    const { summary } = await run({ process: "x", runsPerMonth: 6, steps });
    expect(summary).toEqual({
      hoursToday: 2,
      hoursSaved: 0,
      share: 0,
      automate: 0,
      assist: 0,
      beginWith: "Nothing here: keep it with people",
    });
  });

  it("begins to automate at 70 % and to assist at 30 %", async () => {
    const approach = async (exceptions: number, kind: string) =>
      (await run({ process: "x", runsPerMonth: 60, steps: [{ name: "a", minutes: 1, kind, exceptions }] })).steps[0]!
        .approach;
    expect(await approach(22, "rule")).toBe("Automate"); // 90 × 0.78 = 70.2
    expect(await approach(23, "rule")).toBe("Assist"); // 69.3
    expect(await approach(50, "communication")).toBe("Assist"); // 30
    expect(await approach(51, "communication")).toBe("Leave to people"); // 29.4
  });
});
