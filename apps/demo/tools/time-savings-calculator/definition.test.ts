import { captureTool } from "@callboard/core/testing";
import { describe, expect, it } from "vitest";
import type { saveTime } from "./saveTime.ts";

const tool = await captureTool(() => import("./definition.ts"));

async function run(input: unknown) {
  const { output, error } = await tool.run(input);
  expect(error).toBeNull();
  return output as ReturnType<typeof saveTime>;
}

describe("time-savings-calculator", () => {
  // Report: 90 → 20 min, once, 4 people: 6 h → 1.3333 h. Question: 12 → 4 min, 30 times, 2 people: 12 h → 4 h.
  // Invoice: 6 → 2 min, 45 times: 4.5 h → 1.5 h. Saved 4.6667 + 8 + 3 = 15.6667 h of 22.5 h: 69.6 %.
  // Year: 15.6667 × 46 = 720.667 − 60 = 660.667 h, 82.6 days, × 48 = 31,712. Made up: 60 ÷ 15.6667 = 3.83 weeks.
  it("calculates its sample as by hand", async () => {
    const output = await run(tool.tool.formSpec!.sample);
    expect(output).toEqual({
      currency: "EUR",
      summary: {
        hoursPerWeek: 15.67,
        hoursFirstYear: 660.7,
        daysFirstYear: 82.6,
        share: 69.6,
        breakEvenWeeks: 3.8,
        valueFirstYear: 31_712,
      },
      tasks: [
        { task: "Answer a standard question", today: 12, then: 4, saved: 8, savedYear: 368 },
        { task: "Weekly report", today: 6, then: 1.33, saved: 4.67, savedYear: 214.7 },
        { task: "File an invoice", today: 4.5, then: 1.5, saved: 3, savedYear: 138 },
      ],
    });
  });

  it("says never where nothing is saved, loses time where it takes longer, and values nothing without a cost", async () => {
    const task = { name: "x", minutesToday: 10, minutesThen: 25, timesPerWeek: 4 };
    const { summary, ...rest } = await run({ tasks: [task], setupHours: 2, weeksPerYear: 40 });
    // 15 minutes longer, four times: an hour a week, 40 h a year and the two hours of the change.
    expect(summary).toEqual({
      hoursPerWeek: -1,
      hoursFirstYear: -42,
      daysFirstYear: -5.3,
      share: -150,
      breakEvenWeeks: null,
    });
    expect(rest).not.toHaveProperty("currency");
    expect((await run({ tasks: [{ ...task, minutesToday: 0, minutesThen: 0 }] })).summary.share).toBe(0);
  });

  it("names the field that is wrong", async () => {
    const task = { name: "x", minutesToday: 1, minutesThen: 0, timesPerWeek: 0 };
    expect(await tool.run({ tasks: [task] })).toMatchObject({
      code: "invalid_input",
      issues: [{ path: "/tasks/0/timesPerWeek" }],
    });
  });
});
