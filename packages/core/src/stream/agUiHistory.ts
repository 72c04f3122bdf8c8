import { fieldsIn, listIn, textIn, type Fields } from "./agUiEvent.ts";
import { settleTurn } from "./agUiRunEnds.ts";
import { agentOf } from "./agUiSubagents.ts";
import {
  addMessage,
  beginTurn,
  digestOf,
  itemIdOf,
  saidTexts,
  soFar,
  tellAside,
  type AgUiChat,
  type TextKind,
} from "./agUiChat.ts";
import { plainText, valueOf } from "./toolResult.ts";

/**
 * Takes saved messages, or a snapshot of them, as the events that would have brought them: what is known is not told again,
 * what is missing is. Each user's message begins a turn.
 */
export function takeMessages(chat: AgUiChat, messages: readonly Fields[], tell: (event: Fields) => void): void {
  const aliases = aliasesIn(chat, messages);
  const starters = startersIn(messages);
  const segments: Fields[][] = [[]];
  for (const message of messages) {
    if (isUser(message)) segments.push([]);
    segments.at(-1)!.push(message);
  }
  const last = segments.length - 1;
  const current = chat.isRunning ? last : segments.findLastIndex((said) => homeOf(chat, said) === chat.turn);
  for (const [index, said] of segments.entries()) {
    const userId = lastUserIn(said) ?? null;
    const home = homeOf(chat, said);
    const isOver = home ? home !== chat.turn : !chat.isRunning || index < last;
    const tellAll = () => {
      for (const message of said) {
        // A turn of before was told whole, but for what came of its calls.
        if (home && isOver && message.role !== "tool" && !isUser(message)) continue;
        if (!aliases.has(message.id)) tellMessage(chat, message, starters, tell);
      }
    };
    const tellTurn = () => {
      tellAll();
      settleTurn(chat);
    };
    if (!isOver) chat.turn.userId ??= userId;
    if (!isOver || home || said.every(isOfNobody)) tellAll();
    else if (index < current) tellAside(chat, userId, tellTurn);
    else {
      beginTurn(chat, userId);
      tellTurn();
    }
  }
}

/** The last message of a person in a list of messages. */
export function lastUserIn(messages: readonly Fields[]): string | undefined {
  const user = messages.findLast(isUser);
  return user && textIn(user, "id");
}

function isUser({ role, subagentRunId }: Fields): boolean {
  return role === "user" && typeof subagentRunId !== "string";
}

/** Whether a message is no agent's. */
function isOfNobody(message: Fields): boolean {
  return isUser(message) || message.role === "system" || message.role === "developer";
}

/** The turn of what followed a message of a person's, where any of it is known. */
function homeOf({ homes }: AgUiChat, said: readonly Fields[]) {
  // A result may come late, after the next message of a person's.
  const mayBeLate = said.some(isUser);
  const keys = said.flatMap((message) => {
    const calls = [...listIn(message, "toolCalls").map(({ id }) => id), mayBeLate ? "" : message.toolCallId];
    return [itemIdOf("message", String(message.id)), ...calls.map((id) => itemIdOf("call", String(id)))];
  });
  return keys.map((key) => homes.get(key)).find((home) => home !== undefined);
}

function tellMessage(
  chat: AgUiChat,
  message: Fields,
  starters: ReadonlyMap<string, string>,
  tell: (event: Fields) => void,
): void {
  const { role } = message;
  const messageId = textIn(message, "id") ?? "";
  const subagentRunId = textIn(message, "subagentRunId");
  const text = plainText(message.content);
  const event: Fields = { ...message, messageId };
  if (subagentRunId !== undefined) {
    agentOf(chat, subagentRunId, { ...event, parentToolCallId: starters.get(subagentRunId) });
  } else if (isOfNobody(message)) return addMessage(chat, role, messageId, text);
  if (role === "activity") return tell({ ...event, type: "ACTIVITY_SNAPSHOT" });
  if (role === "tool") return tell({ ...event, type: "TOOL_CALL_RESULT" });
  const [kind, type]: [TextKind, string] =
    role === "reasoning" ? ["reasoning", "REASONING_MESSAGE_CHUNK"] : ["text", "TEXT_MESSAGE_CHUNK"];
  const delta = restOf(chat, itemIdOf(kind, messageId), text);
  if (delta !== "") tell({ ...event, type, delta });
  for (const call of listIn(message, "toolCalls")) {
    const toolCallId = textIn(call, "id") ?? "";
    const state = chat.writer.stateOf(toolCallId);
    if (toolCallId === "" || (state !== undefined && state !== "requested")) continue;
    const { name: toolCallName, arguments: given } = fieldsIn(call, "function");
    const whole = typeof given === "string" ? given : JSON.stringify(given ?? {});
    const owner = state === undefined && { parentMessageId: messageId, subagentRunId };
    const rest = restOf(chat, itemIdOf("input", toolCallId), whole);
    tell({ type: "TOOL_CALL_CHUNK", toolCallId, toolCallName, delta: rest, ...owner });
    // While a run lasts the rest of the arguments may be on its way.
    if (!chat.isRunning || typeof valueOf(whole) !== "string") tell({ type: "TOOL_CALL_END", toolCallId });
  }
}

/** What a whole text says beyond what is known of it; nothing where that is another text. */
function restOf(chat: AgUiChat, key: string, whole: string): string {
  const before = soFar(chat, key);
  return whole.startsWith(before) ? whole.slice(before.length) : "";
}

/**
 * Messages whose text was said already, under another id: servers that rebuild a conversation for its snapshot give their
 * own ids to what they had streamed. Each text said stands for one message.
 */
function aliasesIn(chat: AgUiChat, messages: readonly Fields[]): ReadonlySet<unknown> {
  const { homes, tags } = chat;
  const aliases = new Set<unknown>();
  const ids = new Set(messages.map(({ id }) => id));
  const free = new Map<string, string[]>();
  for (const { messageId, digest } of saidTexts(chat)) {
    if (!ids.has(messageId)) free.set(digest, [...(free.get(digest) ?? []), messageId]);
  }
  for (const { id, role, content } of free.size > 0 ? messages : []) {
    const kind = role === "reasoning" ? role : "text";
    const isText = kind === role || role === "assistant";
    if (!isText || typeof id !== "string" || tags.has(itemIdOf(kind, id))) continue;
    const known = free.get(digestOf(kind, plainText(content)))?.shift();
    if (known === undefined) continue;
    homes.set(itemIdOf("message", id), homes.get(itemIdOf("message", known))!);
    aliases.add(id);
  }
  return aliases;
}

/**
 * Which call started which sub-agent: saved messages do not say. Sub-agents that first speak after a message's calls, one
 * for each of its calls, are taken to be theirs, in order; so are all that follow a single call.
 */
function startersIn(messages: readonly Fields[]): ReadonlyMap<string, string> {
  const starters = new Map<string, string>();
  const seen = new Set<string>();
  let groups: { calls: string[]; tags: string[] }[] = [];
  const close = () => {
    for (const { calls, tags } of groups) {
      if (calls.length > 1 && calls.length !== tags.length) continue;
      for (const [index, tag] of tags.entries()) starters.set(tag, calls[index] ?? calls[0]!);
    }
    groups = [];
  };
  for (const message of messages) {
    const tag = textIn(message, "subagentRunId");
    if (isUser(message)) close();
    if (tag !== undefined && !seen.has(tag)) {
      seen.add(tag);
      // Those started together speak before what they start themselves.
      const group = groups.find(({ calls, tags }) => tags.length < calls.length) ?? groups[0];
      group?.tags.push(tag);
    }
    const calls = listIn(message, "toolCalls").flatMap(({ id }) => (typeof id === "string" ? [id] : []));
    if (calls.length === 0) continue;
    if (tag === undefined) close();
    groups.push({ calls, tags: [] });
  }
  close();
  return starters;
}
