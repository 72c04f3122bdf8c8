import { defineTool } from "@callboard/core";
import { z } from "zod";

// Copy this folder to tools/<your-tool>: names that begin with _ are not loaded.
export default defineTool({
  slug: "my-tool",
  name: "My Tool",
  description: "Use this to double a number. Do not use it for anything else.",
  category: "analysis",
  icon: "calculator",
  origin: "custom",
  inputSchema: z.object({ value: z.number().meta({ title: "Value" }) }),
  outputSchema: z.object({ result: z.number().meta({ title: "Result" }) }),
  execute: ({ value }) => ({ result: value * 2 }),
});
