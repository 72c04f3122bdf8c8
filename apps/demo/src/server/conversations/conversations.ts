import type { ScriptedTurn } from "@callboard/server";
import { calculation } from "./calculation.ts";
import { comparison } from "./comparison.ts";
import { finding } from "./finding.ts";
import { mending } from "./mending.ts";
import { publication } from "./publication.ts";
import { question } from "./question.ts";
import { search } from "./search.ts";
import { tables } from "./tables.ts";
import { survey } from "./survey.ts";

/** What the demo answers without a model: the example conversations, with the tasks of their sub-agents. */
export const conversations: readonly ScriptedTurn[] = [
  ...calculation,
  ...finding,
  ...comparison,
  ...search,
  ...publication,
  ...tables,
  ...survey,
  ...mending,
  ...question,
];
