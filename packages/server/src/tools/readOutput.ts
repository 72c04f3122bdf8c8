import { ToolError, type SessionEvent, type ToolDefinition } from "@callboard/core";
import type { Database } from "../db/database.ts";
import { storable } from "../db/storable.ts";
import { readEventsOf } from "../log/logReader.ts";
import { findOutputOf, readOutput as readPieces } from "../log/largeOutputs.ts";
import { findInOutput, outputText, readStretch } from "../log/outputText.ts";
import { messages } from "./messages.ts";
import { stretchFields } from "./stretchFields.ts";
import { tenantOf } from "./tenantOf.ts";

const NO_RESULT = 'This conversation has no result "{id}". Give the id as the cut result says it.';
const MOST_MATCHES = 20;

interface Input {
  id: string;
  find?: string;
  offset: number;
  length: number;
}

/**
 * `read_output`: an agent reads on in a result that is too large to be given to it at once, or looks for words in it.
 */
export function readOutput(database: Database): ToolDefinition<Input> {
  return {
    slug: "read_output",
    name: "Read Output",
    userDescription: "An agent reads on in a result that is too large to be read at once.",
    messages,
    description:
      "Reads a stretch of a large result of this conversation, or finds words in it. Use it where a result says that it is cut and gives an `id`; " +
      "other results you have already. Without `find` it gives `length` characters from `offset`. With `find` it gives the places that have this text, " +
      `${MOST_MATCHES} at the most, each with its \`offset\` and what stands around it; then read there. ` +
      "While `next` is not null there is more: call again with `offset` set to it. Look for words first; read all of it only where you must.",
    category: "conversation",
    origin: "platform",
    icon: "file-search",
    examples: ["Read on in the large result"],
    // A person sees the whole of it.
    available: ({ tenantId, source }) => !!tenantId && source !== "web" && source !== "api",
    inputSchema: {
      type: "object",
      properties: {
        id: { type: "string", minLength: 1, maxLength: 256, title: "Output", description: "As the result gives it." },
        find: {
          type: "string",
          minLength: 1,
          maxLength: 200,
          title: "Find",
          description: "A text to look for; case does not matter.",
        },
        ...stretchFields(8000),
      },
      required: ["id"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        text: { type: "string", title: "Text" },
        matches: {
          type: "array",
          title: "Matches",
          items: {
            type: "object",
            properties: {
              offset: { type: "integer", title: "From character" },
              text: { type: "string", title: "Text" },
            },
            required: ["offset", "text"],
          },
        },
        next: { type: ["integer", "null"], title: "Next offset" },
      },
      required: ["next"],
    },
    summary: ({ find, offset }) =>
      find !== undefined ? find : { template: "from character {offset}", values: { offset: offset ?? 0 } },
    phrases: ["from character {offset}", NO_RESULT],
    async execute({ id, find, offset = 0, length = 8000 }, { tenantId, sessionId }) {
      const words = await wordsOf(database, tenantOf(tenantId), sessionId, id);
      return find === undefined ? readStretch(words, offset, length) : findInOutput(words, find, offset, MOST_MATCHES);
    },
    viewSpec: {
      blocks: [
        { type: "text", key: "text", label: "Text" },
        { type: "table", key: "matches", label: "Matches" },
      ],
    },
  };
}

/** The words of an output of this session: one that is kept beside the log, or that of a call. */
async function wordsOf(
  database: Database,
  tenantId: string,
  sessionId: string,
  id: string,
): Promise<AsyncIterable<string>> {
  const kept = storable(id) === id ? await findOutputOf(database, tenantId, { sessionId, id }) : undefined;
  if (kept) return outputText(readPieces(database, tenantId, kept));
  const ends = await database.asTenant(tenantId, (tx) => readEventsOf(tx, sessionId, ["tool.completed"]));
  const end = ends.find((event): event is Completed => event.type === "tool.completed" && event.callId === id);
  if (!end || end.output === undefined) {
    throw new ToolError({ template: NO_RESULT, values: { id: id.slice(0, 60) } });
  }
  return outputText(once(JSON.stringify(end.output)));
}

type Completed = Extract<SessionEvent, { type: "tool.completed" }>;

async function* once(json: string): AsyncGenerator<string> {
  yield json;
}
