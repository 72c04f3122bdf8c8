import type { Timeline } from "../timeline/timeline.ts";
import { ToolClientError } from "../tool/toolClientError.ts";
import type { AskAnswer } from "../wires/askAnswer.ts";
import type { CallAbilities, ToolClient } from "./toolClient.ts";

/** The answers to what an agent asks in this process, by a callback or a request that waits. */
export interface Answers {
  /** The client for the timeline's cards. */
  client: Required<Pick<ToolClient, "answer" | "can">>;
  /**
   * Resolves with the person's answer to an ask, by its `approvalId` or `askId`. `can` is what the wire carries besides
   * a yes and a no: an approval may be edited where it has an `inputSchema`, unless given. Rejects where `signal`
   * withdraws the ask.
   */
  to(askId: string, options?: { can?: Partial<CallAbilities>; signal?: AbortSignal }): Promise<AskAnswer>;
}

interface Waiting {
  can: Partial<CallAbilities>;
  resolve: (answer: AskAnswer) => void;
}

/**
 * Creates the answers of a timeline whose asks wait in this process, as the SDKs of ACP, MCP and Claude have them: a
 * card's answer resolves what waits, once.
 * @example
 * ```ts
 * const answers = createAnswers(timeline);
 * const outcome = toPermissionOutcome(params, await answers.to(`permission:${id}`));
 * ```
 */
export function createAnswers(timeline: Timeline): Answers {
  const waiting = new Map<string, Waiting>();
  return {
    client: {
      async answer(given) {
        const askId = "askId" in given ? given.askId : given.approvalId;
        const one = waiting.get(askId);
        if (!one) {
          const message = "Nobody waits for this answer any more: it was given, or the agent has gone on.";
          throw new ToolClientError(message, { code: "already_answered", status: 409 });
        }
        waiting.delete(askId);
        one.resolve(given);
      },
      can(callId) {
        const node = timeline.getNode(callId);
        const call = node?.kind === "call" ? node : null;
        const ids = [call?.approval, ...(call?.questions ?? [])].flatMap((ask) => (ask ? [ask.id] : []));
        const one = ids.map((id) => waiting.get(id)).find((found) => found !== undefined);
        const edit = call?.approval?.inputSchema !== undefined;
        return { cancel: false, ...(one ? { edit, ...one.can } : { edit: false }), answer: one !== undefined };
      },
    },
    to: (askId, { can = {}, signal } = {}) =>
      new Promise((resolve, reject) => {
        const withdraw = () => {
          waiting.delete(askId);
          reject(signal!.reason as Error);
        };
        if (signal?.aborted) return withdraw();
        signal?.addEventListener("abort", withdraw, { once: true });
        const settled = (answer: AskAnswer) => {
          signal?.removeEventListener("abort", withdraw);
          resolve(answer);
        };
        waiting.set(askId, { can, resolve: settled });
      }),
  };
}
