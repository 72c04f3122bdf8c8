import { defineTool } from "@callboard/core";
import { z } from "zod";
import { assess, AREAS, LEVELS, STEPS } from "./assess.ts";
import { messages } from "./messages.ts";

const rating = (title: string, description: string) => z.int().min(1).max(5).meta({ title, description });
const radar = { x: "dimension", series: [{ key: "rating", label: "Rating" }] };
export default defineTool({
  slug: "ai-readiness-assessment",
  name: "AI Readiness Assessment",
  userDescription: "Says how ready an organisation is for AI, what holds it back and what to do first.",
  messages,
  description:
    "Rates how ready an organisation or team is for AI, out of 100, from six ratings of 1 to 5. Use it before money is spent " +
    "on a pilot. Ask the person for each rating with a reason; do not rate what they did not speak of. A rating of 1 holds " +
    "everything back to Preparing. To judge one vendor or idea use quick-score; for one process use process-automation-scoper.",
  category: "analysis",
  icon: "brain",
  origin: "custom",
  examples: [
    "Are we ready for AI?",
    "How mature is our company for artificial intelligence?",
    "Sind wir bereit für KI?",
    "Wie weit ist unser Team mit künstlicher Intelligenz?",
  ],
  aliases: ["ai-readiness", "ai-maturity"],
  inputSchema: z.object({
    organisation: z.string().min(1).max(120).meta({ title: "Who is assessed" }),
    data: rating("Data", "Is it known, clean and within reach?"),
    strategy: rating("Strategy", "Is there a problem worth solving, and a sponsor?"),
    technology: rating("Technology", "Can models be tried safely, and systems be connected?"),
    people: rating("People", "Do they have the skills, and time for it?"),
    governance: rating("Governance", "Is it clear what is allowed, and who decides?"),
    processes: rating("Processes", "Are they written down and measured?"),
  }),
  outputSchema: z.object({
    summary: z.object({
      organisation: z.string().meta({ title: "Assessed" }),
      score: z.number().meta({ title: "Readiness out of 100" }),
      level: z.enum(LEVELS).meta({ title: "Level", "x-phrases": [...LEVELS] }),
      strongest: z.string().meta({ title: "Strongest in", "x-phrases": AREAS }),
      heldBackBy: z.string().meta({ title: "Held back by", "x-phrases": AREAS }),
      firstStep: z.string().meta({ title: "Do first", "x-phrases": STEPS }),
    }),
    profile: z.array(
      z.object({
        dimension: z.string().meta({ title: "Dimension" }),
        rating: z.number().min(1).max(5).meta({ title: "Rating" }),
      }),
    ),
    gaps: z.array(
      z.object({
        dimension: z.string().meta({ title: "Dimension", "x-phrases": AREAS }),
        rating: z.number().min(1).max(5).meta({ title: "Rating" }),
        weight: z.number().meta({ title: "Weight (%)" }),
        points: z.number().meta({ title: "Points" }),
        toGain: z.number().meta({ title: "Points to gain" }),
        nextStep: z.string().meta({ title: "Next step", "x-phrases": STEPS }),
      }),
    ),
  }),
  summary: ({ organisation }) => organisation,
  execute: ({ organisation, ...ratings }) => assess(organisation, ratings),
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    { key: "profile", label: "Profile", type: "radar", config: radar },
    { key: "gaps", label: "Where most is to be gained", type: "table" },
  ],
  formSpec: {
    submitLabel: "Assess",
    sample: {
      organisation: "Harbour Logistics",
      data: 2,
      strategy: 4,
      technology: 3,
      people: 3,
      governance: 2,
      processes: 4,
    },
    sections: [
      { fields: [{ key: "organisation", placeholder: "A company, a team" }] },
      {
        title: "Ratings, 1 to 5",
        help: "1: nothing is there. 3: it works in places. 5: it works everywhere, and is looked after.",
        columns: 2,
        fields: ["data", "strategy", "technology", "people", "governance", "processes"].map((key) => ({
          key,
          variant: "slider",
        })),
      },
    ],
  },
  viewSpec: {
    inChat: "open",
    blocks: [
      { type: "summary", key: "summary", label: "Summary" },
      { type: "radar", key: "profile", label: "Profile", config: radar },
      {
        type: "table",
        key: "gaps",
        label: "Where most is to be gained",
        config: { columns: ["dimension", "rating", { key: "toGain", digits: 1 }, "nextStep", "weight"] },
      },
    ],
  },
});
