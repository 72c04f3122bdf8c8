import { needInput, type JsonSchema, type ToolDefinition } from "@callboard/core";
import { messages } from "./messages.ts";

interface Question {
  question: string;
  choices?: readonly string[];
}

/** `ask_person`: an agent asks whom it works for, and goes on with the answer, however long that takes. */
export const askPerson: ToolDefinition<Question> = {
  slug: "ask_person",
  name: "Ask Person",
  userDescription: "An agent asks you something and goes on with your answer.",
  messages,
  description:
    "Asks the person you work for one question, and waits for the answer as long as it takes. Use it when you cannot go on well without " +
    "knowing what they want, and nothing that you can read tells you; never for a password or another secret. Give `choices` where the " +
    "answer is one of a few. A person may leave it unanswered: then go on with what you have, and say what you assumed.",
  category: "conversation",
  origin: "platform",
  icon: "message-circle-question",
  examples: ["Ask me which audience it is for"],
  // A person who runs a tool by hand has nobody to ask but themselves.
  available: ({ tenantId, source }) => !!tenantId && source !== "web" && source !== "api",
  inputSchema: {
    type: "object",
    properties: {
      question: { type: "string", minLength: 1, maxLength: 1000, title: "Question" },
      choices: {
        type: "array",
        items: { type: "string", minLength: 1, maxLength: 200 },
        minItems: 2,
        maxItems: 20,
        uniqueItems: true,
        title: "Choices",
      },
    },
    required: ["question"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      answered: { type: "boolean", title: "Answered" },
      answer: { type: "string", title: "Answer" },
    },
    required: ["answered"],
  },
  summary: ({ question }) => question,
  execute({ question, choices }, { answers }) {
    const given = answers["answer"];
    if (!given) return needInput({ key: "answer", message: question, schema: answerSchema(choices) });
    return given.action === "accept" ? { answered: true, ...(given.content as object) } : { answered: false };
  },
};

/** Its one field has no title: a page names an answer in its reader's language. */
function answerSchema(choices: readonly string[] | undefined): JsonSchema {
  const answer = choices ? { type: "string", enum: [...choices] } : { type: "string", minLength: 1, maxLength: 10_000 };
  return { type: "object", properties: { answer }, required: ["answer"], additionalProperties: false };
}
