import { expect, test } from "vitest";
import { cronOf, offeredTime, OFTEN } from "./scheduleTimes.ts";

test("a time that is offered is a cron line, and that line is the time again", () => {
  expect(OFTEN.map((often) => cronOf(often, "07:05"))).toEqual([
    "5 * * * *",
    "5 7 * * *",
    "5 7 * * 1-5",
    "5 7 * * 1",
    "5 7 1 * *",
  ]);
  for (const often of OFTEN) {
    expect(offeredTime(cronOf(often, "07:05"))).toEqual({ often, at: often === "hourly" ? ":05" : "07:05" });
  }
});

test.each(["*/5 * * * *", "0 7 * * 1,3", "0 7 2 * *", "0 7,9 * * *", "@daily", "5 * 1 * *"])("%s is none", (cron) => {
  expect(offeredTime(cron)).toBeUndefined();
});
