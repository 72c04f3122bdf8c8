import type { InputAnswer } from "@callboard/core";
import type { CallToolResult, ElicitResult, InputRequest, InputRequests, Progress } from "@modelcontextprotocol/client";
import { isRecord } from "../isRecord.ts";
import { resultOf } from "./questions.ts";

/** What a call on a server's connection came to so far: its result, or questions that wait while it runs on. */
export type LiveStep<Result> = { result: Result } | { asked: InputRequests };

/** Who hears a call, while somebody does. */
export interface Listener {
  signal: AbortSignal;
  onProgress(step: Progress): void;
}

export interface LiveCallOptions<Result> {
  /** The call's id, by which it is found again. */
  id: string;
  /** Whose it is: a question that may be of several calls is asked where all are one person's, and nowhere else. */
  person: string;
  /** The task that it follows, by which the server's questions name it. */
  taskId?: string;
  /** Begins it. */
  begin(listener: Listener): Promise<Result>;
}

/**
 * The calls that run on one connection. A server of the revisions before 2026-07-28 asks while its call runs, so the
 * call goes on beside the handler that left it to ask, until that is called again.
 */
export interface LiveCalls<Result = CallToolResult> {
  begin(call: LiveCallOptions<Result>, listener: Listener): Promise<LiveStep<Result>>;
  /** Goes on with a call whose questions were answered; undefined where its connection is gone. */
  resume(
    id: string,
    answers: Readonly<Record<string, InputAnswer>>,
    listener: Listener,
  ): Promise<LiveStep<Result>> | undefined;
  /** Asks whichever call it is of; `cancel` where nobody can know. */
  elicit(request: InputRequest): Promise<ElicitResult>;
  /** Whether one of them follows a task, which its server has and not the connection. */
  followsTask(): boolean;
  /** Ends a call that waits, as its person wants; nothing where it is not there. */
  stop(id: string): void;
  /** Called once where a call that waits has ended by itself, with the error where it has none. */
  onEnd(id: string, listener: (error?: unknown) => void): void;
}

interface LiveCall<Result> {
  person: string;
  taskId: string | undefined;
  stop: AbortController;
  outcome: Promise<Result>;
  isEnded: boolean;
  onProgress(step: Progress): void;
  /** What waits for its person, by key. */
  asked: Map<string, { request: InputRequest; answer: (result: ElicitResult) => void }>;
  /** Keys that were not handed on yet. */
  fresh: Set<string>;
  wake: () => void;
  count: number;
}

/** How long further questions of a call are waited for, so that those asked at once stand together. */
const TOGETHER_MS = 30;
/** The most questions that one call may ask. */
const MOST_QUESTIONS = 100;

/** Keeps the calls of one connection; `onUnclear` is told where a question could be of several people's calls. */
export function createLiveCalls<Result>(onUnclear: () => void = () => {}): LiveCalls<Result> {
  const calls = new Map<string, LiveCall<Result>>();

  const step = async (
    id: string,
    call: LiveCall<Result>,
    { signal, onProgress }: Listener,
  ): Promise<LiveStep<Result>> => {
    const abort = () => call.stop.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    call.onProgress = onProgress;
    try {
      const woken = new Promise<undefined>((resolve) => (call.wake = () => resolve(undefined)));
      if (call.fresh.size === 0) {
        const first = await Promise.race([call.outcome.then((result) => ({ result })), woken]);
        if (first) return first;
      }
      const ended = await Promise.race([call.outcome.then((result) => ({ result })), wait(TOGETHER_MS)]);
      if (ended) return ended;
      const asked = Object.fromEntries(
        [...call.fresh].flatMap((key) => {
          const question = call.asked.get(key);
          return question ? [[key, question.request] as const] : [];
        }),
      );
      call.fresh.clear();
      return { asked };
    } finally {
      signal.removeEventListener("abort", abort);
      call.onProgress = () => {};
      if (call.isEnded) calls.delete(id);
    }
  };

  return {
    begin({ id, person, taskId, begin }, listener) {
      const stop = new AbortController();
      const call: LiveCall<Result> = {
        person,
        taskId,
        stop,
        outcome: Promise.resolve().then(() =>
          begin({ signal: stop.signal, onProgress: (progress) => call.onProgress(progress) }),
        ),
        isEnded: false,
        onProgress: () => {},
        asked: new Map(),
        fresh: new Set(),
        wake: () => {},
        count: 0,
      };
      const ended = () => {
        call.isEnded = true;
        for (const { answer } of call.asked.values()) answer({ action: "cancel" });
      };
      call.outcome.then(ended, ended);
      calls.set(id, call);
      return step(id, call, listener);
    },
    resume(id, answers, listener) {
      const call = calls.get(id);
      if (!call) return undefined;
      for (const [key, { answer }] of call.asked) if (!call.fresh.has(key)) answer(resultOf(answers[key]));
      return step(id, call, listener);
    },
    async elicit(request) {
      const taskId = taskOf(request);
      const running = [...calls.values()].filter(
        (call) => !call.isEnded && (taskId === undefined || call.taskId === taskId),
      );
      const free = running.filter(({ asked }) => asked.size === 0);
      const call = free.length === 1 || running.length === 1 ? (free[0] ?? running[0]) : running.at(-1);
      if (!call || new Set(running.map(({ person }) => person)).size > 1) {
        onUnclear();
        return { action: "cancel" };
      }
      if (call.count >= MOST_QUESTIONS) return { action: "cancel" };
      const key = `question-${++call.count}`;
      const answered = new Promise<ElicitResult>((answer) => call.asked.set(key, { request, answer }));
      call.fresh.add(key);
      call.wake();
      const result = await answered;
      call.asked.delete(key);
      call.fresh.delete(key);
      return result;
    },
    followsTask: () => [...calls.values()].some(({ taskId, isEnded }) => taskId !== undefined && !isEnded),
    stop(id) {
      const call = calls.get(id);
      calls.delete(id);
      call?.stop.abort("The call was ended.");
    },
    onEnd(id, listener) {
      const call = calls.get(id);
      call?.outcome.then(
        () => listener(),
        (error: unknown) => listener(error ?? new Error("It ended.")),
      );
    },
  };
}

/** The task that a question names as its own; undefined where it names none. */
function taskOf({ params }: InputRequest): string | undefined {
  const meta = isRecord(params) ? params["_meta"] : undefined;
  const related = isRecord(meta) ? meta["io.modelcontextprotocol/related-task"] : undefined;
  const taskId = isRecord(related) ? related["taskId"] : undefined;
  return typeof taskId === "string" ? taskId : undefined;
}

const wait = (milliseconds: number) =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), milliseconds));
