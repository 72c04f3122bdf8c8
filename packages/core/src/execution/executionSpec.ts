import { childPointer } from "../json/pointer.ts";

/** Takes the place of a value in a step's input: the result of an earlier step, or what the tool itself was given. */
export interface Reference {
  /** The id of an earlier step, or `input`. */
  $from: string;
  /** JSON Pointer into it; the whole unless given. */
  path?: string;
}

/** One step of a composition: a call of another tool. */
export interface CompositionStep {
  /** Names its result for later steps. */
  id: string;
  /** The slug of the tool that it calls. */
  tool: string;
  /** The tool's input: a value that is a `Reference`, at any depth, is replaced by what it refers to. */
  input: unknown;
  /**
   * The ids of earlier steps that have to be done before it. As soon as one step says so, those that wait for none of
   * each other run at once; else each waits for the one before.
   */
  depends_on?: string[];
  /** Lets it run again where it fails; without it, nothing is done twice. */
  retry?: StepRetry;
}

/** How often a step runs, and how long it waits between. */
export interface StepRetry {
  /** How often it runs at most, 2 to 10. */
  attempts: number;
  /** Seconds before the second run, at most 3,600; twice as many before each further one. 1 unless given. */
  delay_seconds?: number;
}

/** A prompt with variables, which a model answers. */
export interface DirectPrompt {
  kind: "prompt";
  mode: "direct";
  /** The text, with `{{variables}}` of the input: see `readTemplate`. */
  prompt_template: string;
  /** Names the model where the host has several; its own unless given. */
  model?: string;
}

/** A skill of the host, which an agent follows. */
export interface SkillPrompt {
  kind: "prompt";
  mode: "skill";
  skill: string;
  agent: string;
}

/** Another agent, which the input is handed to. */
export interface AgentPrompt {
  kind: "prompt";
  mode: "agent";
  agent: string;
}

/** Work that the host does beside the call. */
export interface TaskExecution {
  kind: "task";
  task: string;
  /** Whether the call waits until it is done. */
  wait: boolean;
}

/** Other tools, one after the other, or as `depends_on` of its steps says. */
export interface Composition {
  kind: "composition";
  steps: CompositionStep[];
  /** What it answers; the result of its last step unless given. */
  output?: unknown;
}

/** What a tool does that is written as data. */
export type ExecutionSpec = DirectPrompt | SkillPrompt | AgentPrompt | TaskExecution | Composition;

/** The steps of a composition in layers: those of one run at once, as soon as those of the one before are done. */
export function layersOf({ steps }: Pick<Composition, "steps">): CompositionStep[][] {
  if (steps.every(({ depends_on }) => depends_on === undefined)) return steps.map((step) => [step]);
  const layers: CompositionStep[][] = [];
  const placeOf = new Map<string, number>();
  for (const step of steps) {
    const place = Math.max(0, ...(step.depends_on ?? []).map((id) => (placeOf.get(id) ?? -1) + 1));
    placeOf.set(step.id, place);
    (layers[place] ??= []).push(step);
  }
  return layers;
}

/** Whether a value stands for another one. */
export function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && "$from" in value && typeof value.$from === "string";
}

/** Every reference in a value, with the place where it stands, as JSON Pointer. */
export function referencesIn(value: unknown, at = ""): { at: string; reference: Reference }[] {
  if (isReference(value)) return [{ at, reference: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => referencesIn(part, childPointer(at, key)));
}
