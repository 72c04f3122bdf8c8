import type { CallAtWork, Store, TurnOfCall, Worker } from "@callboard/server";

/** What an engine is given of a call whose work it does: all else stands in the log. */
export type WorkOf = CallAtWork;

/** How a work goes on where it was left. */
export interface WorkSteps {
  /**
   * Does a step, unless it is known to be done: then its result is in the log. A step that is done twice has to have
   * its effect once, by the log.
   */
  step(name: string, perform: () => Promise<void>): Promise<void>;
}

/** Work of one kind, as code: it reads from the log how far it is. */
export type Work = (of: WorkOf, steps: WorkSteps) => Promise<void>;

/** Keeps what is next; what was done is said by the log. */
export interface Engine {
  /** Does the work of a call once, however often it is asked for: in this process, or where it runs already. */
  start(of: WorkOf): Promise<void>;
  /** Lets a call wait until its tool's limits let it run, however often it is asked for. */
  enqueue(of: TurnOfCall): Promise<void>;
  /** Goes on with what dead processes were at. */
  recover(): Promise<void>;
  /** Begins no more steps; what runs is left as it is. */
  close(): Promise<void>;
}

/** What an engine works with. */
export interface EngineOptions {
  store: Store;
  worker: Worker;
  work: Work;
  /** Gives a call its turn, and resolves when that is over: the next one's is then. */
  turn: (of: TurnOfCall) => Promise<void>;
  /** The functions in which steps stand: with other code under way, a work begins anew from the log. */
  code: readonly ((...given: never[]) => unknown)[];
  onProblem: (message: string, error?: unknown) => void;
}

/** Makes an engine ready to work. */
export type OpenEngine = (options: EngineOptions) => Promise<Engine>;

/** Names a work among those of all tenants, in each of which calls may have the same ids. */
export const idOf = ({ tenantId, sessionId, callId }: Omit<WorkOf, "agentId">): string =>
  `${tenantId}/${sessionId}/${callId}`;

/** Names a turn among those of all tenants. */
export const idOfTurn = (of: TurnOfCall): string => `${idOf(of)}/turn/${of.turnId}`;

/** Those that wait for each other: the calls of one tool of one tenant. */
export const lineOf = ({ tenantId, tool }: Pick<TurnOfCall, "tenantId" | "tool">): string => `${tenantId}/${tool}`;

/** A step that is under way when the engine closes is never told that it is done: the next process looks in the log. */
export const never = (): Promise<never> => new Promise(() => {});
