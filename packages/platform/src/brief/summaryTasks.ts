import type { CompositionStep } from "@callboard/core/execution";

/** The fields of a brief that a model writes, as claims. */
export type ClaimField = "situation" | "key_findings" | "opportunities" | "risks" | "recommendations" | "headline";

/** One task of the writing of a brief: it fills in the field that names it. */
export interface SummaryTask {
  /** The tool that does it, and its step in the log. */
  slug: string;
  field: ClaimField | "citations";
  name: string;
  icon: string;
  /** The tasks that have to be done before. */
  depends_on: readonly string[];
  /** What the composer is told to write; of the check, nothing. */
  brief: string;
}

/** Seven tasks in three layers: four at once, two from what those wrote, and the check of everything. */
export const SUMMARY_TASKS: readonly SummaryTask[] = [
  {
    slug: "extract_situation",
    field: "situation",
    name: "Situation",
    icon: "map-pin",
    depends_on: [],
    brief: "Where things stand: what is known, and what has been done so far.",
  },
  {
    slug: "extract_key_findings",
    field: "key_findings",
    name: "Key Findings",
    icon: "search",
    depends_on: [],
    brief: "What the sources have found out that somebody who decides has to know.",
  },
  {
    slug: "extract_opportunities",
    field: "opportunities",
    name: "Opportunities",
    icon: "trending-up",
    depends_on: [],
    brief: "What could be won, with amounts and dates where the sources give them.",
  },
  {
    slug: "extract_risks",
    field: "risks",
    name: "Risks",
    icon: "scale",
    depends_on: [],
    brief: "What may go wrong or is not known, as the sources say it.",
  },
  {
    slug: "compose_recommendations",
    field: "recommendations",
    name: "Recommendations",
    icon: "list-checks",
    depends_on: ["extract_key_findings", "extract_opportunities", "extract_risks"],
    brief: "What to do next, the most important first. Each follows from what is written already.",
  },
  {
    slug: "compose_headline",
    field: "headline",
    name: "Headline",
    icon: "pencil",
    depends_on: ["extract_situation", "extract_key_findings"],
    brief: "One claim of one or two sentences that says all in short.",
  },
  {
    slug: "validate_citations",
    field: "citations",
    name: "Citations",
    icon: "shield-check",
    depends_on: [
      "extract_situation",
      "extract_opportunities",
      "extract_risks",
      "compose_recommendations",
      "compose_headline",
    ],
    brief: "",
  },
];

/** The fields of claims, in the order of the tasks. */
export const CLAIM_FIELDS = SUMMARY_TASKS.flatMap(({ field }): ClaimField[] => (field === "citations" ? [] : [field]));

/** How often a task runs at most: what a model wrote wrongly, or a process left behind, is done again by itself. */
const ATTEMPTS = 3;

/** The tasks as the steps of a composition. */
export const SUMMARY_STEPS: readonly CompositionStep[] = SUMMARY_TASKS.map(({ slug, depends_on }) => ({
  id: slug,
  tool: slug,
  input: { summaryId: { $from: "input", path: "/summaryId" } },
  depends_on: [...depends_on],
  retry: { attempts: ATTEMPTS, delay_seconds: 1 },
}));
