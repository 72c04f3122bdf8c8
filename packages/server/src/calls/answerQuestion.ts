import type { AnswerAction, JsonSchema, NewEvent } from "@callboard/core";
import { createAjvValidator } from "@callboard/core/ajv";
import { firstIssues, HostRefusal } from "../hostRefusal.ts";
import { callToAnswer, toolToAnswer, type AnswerHost } from "./callToAnswer.ts";
import { boundIn, isBoundTo } from "../boundTool.ts";
import { closedQuestion, isOpenQuestion } from "./openAsk.ts";

/** A person's answer to a question, as a route or a wire read it. */
export interface QuestionAnswer {
  callId: string;
  askId: string;
  action: AnswerAction;
  content?: unknown;
}

/**
 * Writes a person's answer to a question, once: of many answers one counts, since it is held against the log with the
 * session locked.
 * @throws HostRefusal for a call or a question that this tenant does not have, for another person's, for one that is
 * not open any more, for who may not run the tool now, and for an answer that does not fit the question's schema.
 */
export async function answerQuestion(
  options: AnswerHost,
  { callId, askId, action, content }: QuestionAnswer,
): Promise<void> {
  const { store, wake, actor } = options;
  const { session, ...call } = await callToAnswer(options, callId);
  const { tool } = await toolToAnswer(options, { ...call, callId }, action === "accept");

  let refusal: HostRefusal | undefined;
  const written = await store.sessions.decide(session, async (locked): Promise<NewEvent[]> => {
    refusal = undefined;
    const asked = await locked.eventsOf("tool.needs_input");
    const question = asked.find((event) => event.callId === callId && event.askId === askId);
    if (!question) {
      refusal = new HostRefusal("question_not_found", `The call "${callId}" never asked "${askId.slice(0, 200)}".`);
      return [];
    }
    if (!isOpenQuestion(askId, { questions: await locked.openQuestions(callId) })) {
      refusal = closedQuestion();
      return [];
    }
    if (question.expiresAt != null && question.expiresAt <= Date.now()) {
      refusal = new HostRefusal("question_expired", "The time to answer is over, so the call did not go on.");
      return [{ type: "tool.input_expired", callId, askId }];
    }
    if (action !== "accept") return [{ type: "tool.input_given", callId, askId, action, by: actor.userId }];
    if (!tool || !isBoundTo(boundIn(question.meta), tool)) {
      const message = "The tool has changed since it asked, so the call did not go on. Ask for it again.";
      refusal = new HostRefusal("tool_changed", message);
      return [{ type: "tool.failed", callId, error: { code: "tool_changed", message } }];
    }
    refusal = misfit(question.schema, content);
    if (refusal) return [];
    const given = question.schema === undefined ? {} : { content };
    return [{ type: "tool.input_given", callId, askId, action, ...given, by: actor.userId }];
  });
  // A refusal may have written events too: a question that expired or changed lets the agent go on.
  if (written.length > 0) wake(session);
  if (refusal) throw refusal;
}

/** Why an answer does not fit its question; undefined where it does. */
function misfit(schema: unknown, content: unknown): HostRefusal | undefined {
  if (schema === undefined || schema === null) return undefined;
  const issues = createAjvValidator(schema as JsonSchema).validate(content);
  const [first] = issues;
  if (!first) return undefined;
  const message = `The answer does not fit its question. ${first.path || "Answer"}: ${first.message}`;
  return new HostRefusal("invalid_input", message, { path: first.path, issues: firstIssues(issues).named });
}
