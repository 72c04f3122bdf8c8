import type { Client, StandardSchemaV1, Tool } from "@modelcontextprotocol/client";
import { SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { isRecord } from "../isRecord.ts";

/** The most pages of one list. */
const MOST_PAGES = 100;

/** Takes any answer as it is. */
export const anything: StandardSchemaV1<unknown, unknown> = {
  "~standard": { version: 1, vendor: "callboard", validate: (value) => ({ value }) },
};

/**
 * The tools that a server lists. Where one of them is not as the protocol has it, the library refuses the whole list:
 * then it is read tool by tool, and what is wrong with one is said of that one.
 */
export async function listTools(client: Client): Promise<Tool[]> {
  try {
    return (await client.listTools()).tools;
  } catch (error) {
    if (!(error instanceof SdkError) || error.code !== SdkErrorCode.InvalidResult) throw error;
  }
  const tools: Tool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: "tools/list", params }, anything);
    const listed = isRecord(answer) && Array.isArray(answer["tools"]) ? answer["tools"] : [];
    tools.push(...listed.flatMap(toolOf));
    const next = isRecord(answer) ? answer["nextCursor"] : undefined;
    if (typeof next !== "string" || next === cursor) break;
    cursor = next;
  }
  return tools;
}

/** What of an entry is as it has to be; nothing of one that has no name. */
function toolOf(entry: unknown): Tool[] {
  if (!isRecord(entry) || typeof entry["name"] !== "string") return [];
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = entry;
  return [
    {
      name,
      ...(typeof title === "string" && { title }),
      ...(typeof description === "string" && { description }),
      // What is no schema of an object is refused with its reason where the tool is made.
      inputSchema: inputSchema as Tool["inputSchema"],
      ...(isRecord(outputSchema) && { outputSchema: outputSchema as Tool["outputSchema"] }),
      ...(isRecord(annotations) && { annotations: annotations as Tool["annotations"] }),
      ...(isRecord(execution) && { execution: execution as Tool["execution"] }),
    },
  ];
}
