import { describe, expect, it } from "vitest";
import { dayGroups } from "./dayGroups.ts";

const at = (text: string) => new Date(text).getTime();
const now = at("2026-03-31T00:30:00");
const chat = (time: string) => ({ id: time, title: time, createdAt: 0, updatedAt: at(time), status: "idle" as const });
const names = (times: string[], locale = "en") => dayGroups(times.map(chat), now, locale).map(({ name }) => name);

describe("dayGroups", () => {
  it("names days by the reader's calendar, not by hours", () => {
    expect(names(["2026-03-31T00:10:00", "2026-03-30T23:50:00", "2026-03-29T12:00:00"])).toEqual([
      "Today",
      "Yesterday",
      "Sunday",
    ]);
  });

  it("puts what is older than a week under its month, with the year where that is another", () => {
    expect(names(["2026-03-24T12:00:00", "2026-01-02T12:00:00", "2025-12-31T12:00:00"])).toEqual([
      "March",
      "January",
      "December 2025",
    ]);
  });

  it("keeps chats of one day together, in order, and takes a clock that is ahead for today", () => {
    const groups = dayGroups([chat("2026-03-31T09:00:00"), chat("2026-03-31T00:00:00")], now, "de");
    expect(groups.map(({ name, sessions }) => [name, sessions.length])).toEqual([["Heute", 2]]);
    expect(names(["2026-03-30T00:00:00"], "ar")).toEqual(["أمس"]);
  });
});
