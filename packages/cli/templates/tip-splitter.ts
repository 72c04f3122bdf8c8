import { defineTool } from "@callboard/core";
import { z } from "zod";

export default defineTool({
  slug: "tip-splitter",
  name: "Tip Splitter",
  description: "Use this to split a bill with a tip between people.",
  category: "everyday",
  icon: "receipt",
  inputSchema: z.object({
    bill: z.number().positive().meta({ title: "Bill" }),
    tip: z.number().min(0).default(10).meta({ title: "Tip in percent" }),
    people: z.int().min(1).default(2).meta({ title: "People" }),
  }),
  outputSchema: z.object({ each: z.number().meta({ title: "Each pays" }) }),
  execute: ({ bill, tip, people }) => ({ each: (bill * (1 + tip / 100)) / people }),
});
