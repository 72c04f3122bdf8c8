import type { ToolContext } from "@callboard/core";
import type { AgentTools } from "@callboard/core/access";
import type { LanguageModel } from "ai";
import { checkWholeNumbers } from "../wholeNumbers.ts";

/** The limits of a turn. What reaches one is said in the session, and the model is told to answer. */
export interface BudgetOptions {
  /** Tool calls; 20 unless given. */
  calls?: number;
  /** How many calls are left when the model, and the session, are told; 4 unless given. */
  warnAt?: number;
  /** How many sub-agents may stand below each other; 5 unless given. */
  depth?: number;
  /** Milliseconds that a turn may be at work, the time that it waits for people left out; no limit unless given. */
  time?: number;
  /**
   * How often a turn may make the same call with the same arguments; no limit unless given, but the fourth is named as
   * a loop.
   */
  repeats?: number;
}

/**
 * An agent of a host. Of the tools that its person may use it has those that it names, and all where it names none:
 * neither `toolGroups` nor `customTools` nor `only`.
 */
export interface AgentDefinition extends AgentTools {
  /** What requests and delegations name it by: up to 64 lower-case letters, digits, dashes and underscores. */
  slug: string;
  /** What people read. */
  name: string;
  /** What it is for, in a sentence. */
  description?: string;
  /** The system prompt. */
  instructions: string;
  /** The host's model unless given. */
  model?: LanguageModel;
  /**
   * What a turn of it may spend, and of what is not said here as much as the host says. As a sub-agent it spends of its
   * turn, and of this no more with all below it.
   */
  budget?: BudgetOptions;
}

/**
 * Where agents come from: code, rows of a tenant. A host asks its sources in their order, its own agent first; where
 * two have a slug, the first has it. An agent that the context may not have is not there.
 * @example
 * ```ts
 * const editors: AgentSource = {
 *   name: "editors",
 *   list: () => [translator],
 *   find: (slug) => (slug === translator.slug ? translator : undefined),
 * };
 * ```
 */
export interface AgentSource {
  /** Names it in what is said of its mistakes. */
  readonly name: string;
  /** The agents that a person of this context may talk to. */
  list(context: ToolContext): readonly AgentDefinition[] | Promise<readonly AgentDefinition[]>;
  /** One of them, or one that only tools delegate to, by its slug. Asked again before each of the agent's steps. */
  find(slug: string, context: ToolContext): AgentDefinition | undefined | Promise<AgentDefinition | undefined>;
}

/**
 * What a tenant says of an agent, such as what people have taught it: asked whenever the agent is found, also before
 * each of its steps. Its slug and its model stay.
 */
export type AdjustAgent = (agent: AgentDefinition, context: ToolContext) => AgentDefinition | Promise<AgentDefinition>;

/** The slug of the agent that a host's own options make. */
export const DEFAULT_AGENT = "default";

const SLUG = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** @throws Error that says what of a definition does not do, and how to mend it. */
export function checkAgent({ slug, name, instructions, budget = {} }: AgentDefinition): void {
  if (typeof slug !== "string" || !SLUG.test(slug)) {
    throw new Error(
      `An agent's slug is ${JSON.stringify(slug)}. It has up to 64 lower-case letters, digits, "-" and "_", and begins with a letter or a digit.`,
    );
  }
  if (typeof name !== "string" || name.trim() === "") throw new Error(`The agent "${slug}" has no name. Give it one.`);
  if (typeof instructions !== "string") {
    throw new Error(`The agent "${slug}" has no instructions. Give it a system prompt.`);
  }
  checkBudget(`The agent "${slug}"`, budget);
}

/** @throws Error for an amount that limits nothing; `who` was given it. */
export function checkBudget(who: string, { calls, warnAt, depth, time, repeats }: BudgetOptions): void {
  checkWholeNumbers(who, { "budget.time": time }, { unit: "milliseconds", least: 1 });
  checkWholeNumbers(
    who,
    { "budget.calls": calls, "budget.warnAt": warnAt, "budget.repeats": repeats },
    { unit: "calls" },
  );
  checkWholeNumbers(who, { "budget.depth": depth }, { unit: "sub-agents" });
}
