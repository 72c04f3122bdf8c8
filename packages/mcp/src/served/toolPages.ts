import type { ResolvedTool } from "@callboard/core/catalog";
import { toMcpTools } from "@callboard/core/bridge";
import { ProtocolError, ProtocolErrorCode, type ListToolsResult } from "@modelcontextprotocol/server";
import { iconsOf } from "./toolIcons.ts";

/**
 * One page of the tools, in the order of their names. A page begins after the last name of the one before, so that none
 * is left out or comes twice while others come and go.
 * @throws ProtocolError for a cursor that no page gave.
 */
export async function toolPage(
  tools: readonly ResolvedTool[],
  cursor: string | undefined,
  size: number,
): Promise<ListToolsResult> {
  const after = cursor === undefined ? "" : nameOfCursor(cursor);
  const icons = new Map(tools.map(({ slug, icon }) => [slug, icon]));
  const { tools: all, slugOf } = toMcpTools(tools);
  const rest = all.filter(({ name }) => name > after);
  const page = rest.slice(0, size);
  const last = page.at(-1);
  const drawn = page.map(async (tool) => {
    const icon = icons.get(slugOf(tool.name) ?? "");
    return { ...tool, icons: icon === undefined ? undefined : await iconsOf(icon) };
  });
  return {
    tools: (await Promise.all(drawn)) as ListToolsResult["tools"],
    ...(last && rest.length > size && { nextCursor: cursorAfter(last.name) }),
  };
}

const cursorAfter = (name: string): string => Buffer.from(`after:${name}`).toString("base64url");

function nameOfCursor(cursor: string): string {
  const [, name] = /^after:(.+)$/s.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (name !== undefined && cursorAfter(name) === cursor) return name;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "This cursor is none that a page of tools gave. List the tools from the beginning.",
  );
}
