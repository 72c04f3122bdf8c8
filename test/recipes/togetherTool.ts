import { defineTool } from "@callboard/core";
import { z } from "zod";

export default defineTool({
  slug: "lunch-vote",
  name: "Lunch vote",
  description: "Use this to find out where a team wants to eat.",
  category: "team",
  icon: "utensils",
  inputSchema: z.object({ place: z.enum(["Noodles", "Pizza", "Salad"]) }),
  outputSchema: z.object({ place: z.string() }),
  execute: ({ place }) => ({ place }),
  collaborative: true,
  aggregate: (submissions) => {
    const votes = new Map<string, number>();
    for (const { input } of submissions) votes.set(input.place, (votes.get(input.place) ?? 0) + 1);
    return [...votes].map(([place, count]) => ({ place, votes: count })).toSorted((a, b) => b.votes - a.votes);
  },
});
