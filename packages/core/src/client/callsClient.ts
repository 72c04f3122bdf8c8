import type { ApprovalAnswer, QuestionAnswer } from "./toolClient.ts";
import type { RequestOptions, Transport } from "./transport.ts";

export interface StopOptions extends RequestOptions {
  /** Why, in words that the log keeps. */
  reason?: string | undefined;
}

/** What people do with calls at work. */
export interface CallsClient {
  /** Answers what waits for a person: an approval, or a question. */
  answer(answer: ApprovalAnswer | QuestionAnswer, options?: RequestOptions): Promise<void>;
  cancel(callId: string, options?: StopOptions): Promise<void>;
}

/** The client of a host's calls. */
export function callsClient(transport: Transport): CallsClient {
  const post = (callId: string, act: string, json: object, { signal }: RequestOptions) =>
    transport.send(`/api/calls/${encodeURIComponent(callId)}/${act}`, { method: "POST", json, signal });
  return {
    answer(answer, options = {}) {
      if ("askId" in answer) {
        const { callId, askId, action, content } = answer;
        return post(callId, "answer", { askId, action, content }, options);
      }
      const { callId, decision, approvalId, input, reason, scope } = answer;
      return post(callId, decision, { approvalId, input, reason, scope }, options);
    },
    cancel: (callId, { reason, ...options } = {}) => post(callId, "cancel", { reason }, options),
  };
}
