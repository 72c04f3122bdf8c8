import { isRecord } from "../../json/record.ts";
import { stateOf } from "../eventWriter.ts";
import { fieldsIn, listIn, optionalString, type Fields } from "./eventFields.ts";
import { settleTurn } from "./runEnds.ts";
import { agentOf } from "./subagents.ts";
import {
  addMessage,
  beginCall,
  beginTurn,
  digestOf,
  findCall,
  itemIdOf,
  note,
  textsSoFar,
  soFar,
  applyAside,
  type AgUiChat,
  type TextKind,
} from "./chat.ts";
import { plainText, valueOf } from "../toolResult.ts";

/**
 * The messages of a saved list, each with an id: the one of its place where it has none. What is no message is noted,
 * and those behind it are there.
 */
export function readMessages(chat: AgUiChat, list: unknown): Fields[] {
  if (list === undefined || list === null) return [];
  return (Array.isArray(list) ? (list as unknown[]) : [list]).flatMap((message, index) => {
    if (!isRecord(message) || typeof message.role !== "string") {
      note(chat, "ag-ui.message", message);
      return [];
    }
    const { id } = message;
    if (typeof id === "string" && id !== "") return [message];
    return [{ ...message, id: typeof id === "number" ? String(id) : `message-${index + 1}` }];
  });
}

/**
 * Applies saved messages, or a snapshot of them, as the events that would have brought them. What the chat has already
 * is left out. Each user's message begins a turn.
 */
export function applyMessages(chat: AgUiChat, messages: readonly Fields[], apply: (event: Fields) => void): void {
  const aliases = aliasesIn(chat, messages);
  const starters = startersIn(messages);
  const segments: Fields[][] = [[]];
  for (const message of messages) {
    if (isUser(message)) segments.push([]);
    segments.at(-1)!.push(message);
  }
  const last = segments.length - 1;
  const homes: ReturnType<typeof homeOf>[] = [];
  for (const segment of segments) homes.push(homeOf(chat, segment, homes));
  const current = chat.isRunning ? last : homes.lastIndexOf(chat.turn);
  for (const [index, segment] of segments.entries()) {
    const userId = lastUserIn(segment) ?? null;
    const home = homes[index];
    const isOver = home ? home !== chat.turn : !chat.isRunning || index < last;
    const applyAll = () => {
      for (const message of segment) {
        // An earlier turn was applied whole, except for late results of its calls; an id may be a later call's by now.
        const isLate = message.role === "tool" && !chat.callIds.has(String(message.toolCallId));
        if (home && isOver && !isLate && !isUser(message)) continue;
        const streamedId = aliases.get(message.id);
        try {
          if (streamedId === undefined) applyMessage(chat, message, starters, apply, !home);
          else applyRenamed(chat, message, streamedId, starters, apply);
        } catch {
          note(chat, "ag-ui.message", message);
        }
      }
    };
    const applyTurn = () => {
      applyAll();
      settleTurn(chat);
    };
    if (!isOver) chat.turn.userId ??= userId;
    if (!isOver || home || segment.every(isNotAgents)) applyAll();
    else if (index < current) applyAside(chat, userId, applyTurn);
    else {
      beginTurn(chat, userId);
      applyTurn();
    }
  }
}

/** The last message of a person in a list of messages. */
export function lastUserIn(messages: readonly Fields[]): string | undefined {
  const user = messages.findLast(isUser);
  return user && optionalString(user, "id");
}

function isUser({ role, subagentRunId }: Fields): boolean {
  return role === "user" && typeof subagentRunId !== "string";
}

/** Whether a message is a person's or a system's. */
function isNotAgents(message: Fields): boolean {
  return isUser(message) || message.role === "system" || message.role === "developer";
}

/** The turn of a segment, where any of its messages has come already; ids of calls may be those of a turn before. */
function homeOf({ homes }: AgUiChat, segment: readonly Fields[], before: readonly unknown[]) {
  // A result may come late, after the next message of a person.
  const mayBeLate = segment.some(isUser);
  const keys = segment.flatMap((message) => {
    const calls = [...listIn(message, "toolCalls").map(({ id }) => id), mayBeLate ? "" : message.toolCallId];
    return [itemIdOf("message", String(message.id)), ...calls.map((id) => itemIdOf("call", String(id)))];
  });
  return keys.map((key) => homes.get(key)).find((home) => home !== undefined && !before.includes(home));
}

function applyMessage(
  chat: AgUiChat,
  message: Fields,
  starters: ReadonlyMap<string, string>,
  apply: (event: Fields) => void,
  isNew: boolean,
): void {
  const { role } = message;
  const messageId = optionalString(message, "id") ?? "";
  const subagentRunId = optionalString(message, "subagentRunId");
  const text = plainText(message.content);
  const event: Fields = { ...message, messageId };
  if (subagentRunId !== undefined) {
    agentOf(chat, subagentRunId, { ...event, parentToolCallId: starters.get(subagentRunId) });
  } else if (isNotAgents(message)) return addMessage(chat, role, messageId, text);
  if (role === "activity") return apply({ ...event, type: "ACTIVITY_SNAPSHOT" });
  if (role === "tool") return apply({ ...event, type: "TOOL_CALL_RESULT" });
  const [kind, type]: [TextKind, string] =
    role === "reasoning" ? ["reasoning", "REASONING_MESSAGE_CHUNK"] : ["text", "TEXT_MESSAGE_CHUNK"];
  const delta = restOf(chat, itemIdOf(kind, messageId), text);
  if (delta !== "") apply({ ...event, type, delta });
  for (const call of listIn(message, "toolCalls")) {
    const toolCallId = optionalString(call, "id") ?? "";
    const callId = isNew
      ? beginCall(chat, toolCallId, { subagentRunId, parentMessageId: messageId })
      : findCall(chat, toolCallId, subagentRunId);
    const state = stateOf(chat.writer, callId);
    // A call without an id cannot be told from the others.
    if (toolCallId === "") note(chat, "ag-ui.call", call);
    if (toolCallId === "" || (state !== undefined && state !== "requested")) continue;
    const { name: toolCallName, arguments: given } = fieldsIn(call, "function");
    const whole = typeof given === "string" ? given : JSON.stringify(given ?? {});
    const owner = state === undefined && { parentMessageId: messageId, subagentRunId };
    const rest = restOf(chat, itemIdOf("input", callId), whole);
    apply({ type: "TOOL_CALL_CHUNK", toolCallId, toolCallName, delta: rest, ...owner });
    // While a run lasts, the rest of the arguments may still stream.
    if (!chat.isRunning || typeof valueOf(whole) !== "string") apply({ type: "TOOL_CALL_END", toolCallId });
  }
}

/** The part of a whole text that has not come yet; empty where another text has come. */
function restOf(chat: AgUiChat, key: string, whole: string): string {
  const before = soFar(chat, key);
  return whole.startsWith(before) ? whole.slice(before.length) : "";
}

/** Applies what is new in a message whose text was streamed under another id: the rest of it, and its calls. */
function applyRenamed(
  chat: AgUiChat,
  message: Fields,
  streamedId: string,
  starters: ReadonlyMap<string, string>,
  apply: (event: Fields) => void,
): void {
  const [kind, type]: [TextKind, string] =
    message.role === "reasoning" ? ["reasoning", "REASONING_MESSAGE_CHUNK"] : ["text", "TEXT_MESSAGE_CHUNK"];
  const delta = restOf(chat, itemIdOf(kind, streamedId), plainText(message.content));
  const isCurrent = chat.turn.grown.has(itemIdOf(kind, streamedId));
  if (isCurrent && delta !== "") apply({ messageId: streamedId, type, delta });
  applyMessage(chat, { ...message, content: "" }, starters, apply, false);
}

/**
 * Messages whose text has come already under another id, each with that id: servers that rebuild a conversation for its
 * snapshot give new ids to what they streamed, or the streamed id to another message. Each text that has come matches
 * one message; the one that still grows, one that begins with it.
 */
function aliasesIn(chat: AgUiChat, messages: readonly Fields[]): ReadonlyMap<unknown, string> {
  const { homes, tags, turn } = chat;
  const aliases = new Map<unknown, string>();
  const kindOf = ({ role }: Fields): TextKind | undefined =>
    role === "reasoning" ? role : role === "assistant" ? "text" : undefined;
  const told = new Map(
    messages.flatMap((message) => {
      const kind = kindOf(message);
      return kind ? [[itemIdOf(kind, String(message.id)), plainText(message.content)] as const] : [];
    }),
  );
  const free = new Map<string, string[]>();
  for (const { messageId, digest } of textsSoFar(chat)) {
    const kind = digest.startsWith("reasoning") ? "reasoning" : "text";
    const key = itemIdOf(kind, messageId);
    const now = told.get(key);
    // Of a turn that is over, only its digest can be compared.
    const goesOn = now !== undefined && now !== "" && now.startsWith(soFar(chat, key));
    if (!goesOn) free.set(digest, [...(free.get(digest) ?? []), messageId]);
  }
  const open = [...turn.grown.values()].findLast((event) => event.type === "agent.text_appended");
  const rename = (id: unknown, streamedId: string) => {
    homes.set(itemIdOf("message", String(id)), homes.get(itemIdOf("message", streamedId))!);
    aliases.set(id, streamedId);
  };
  for (const message of free.size > 0 ? messages : []) {
    const { id, content } = message;
    const kind = kindOf(message);
    if (!kind || typeof id !== "string" || tags.has(itemIdOf(kind, id))) continue;
    const text = plainText(content);
    const streamedId = free.get(digestOf(kind, text))?.shift();
    if (streamedId !== undefined) rename(id, streamedId);
    else if (open?.type === "agent.text_appended" && (open.kind ?? "text") === kind && text.startsWith(open.delta)) {
      const grows = chat.isRunning ? free.get(digestOf(kind, open.delta)) : undefined;
      const at = grows?.indexOf(open.messageId!) ?? -1;
      if (at >= 0) rename(id, grows!.splice(at, 1)[0]!);
    }
  }
  return aliases;
}

/**
 * The call that started each sub-agent, which saved messages do not name. Sub-agents that first appear after a
 * message's calls, one for each call, are matched to them in order; all that follow a single call are matched to it.
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
    const tag = optionalString(message, "subagentRunId");
    if (isUser(message)) close();
    if (tag !== undefined && !seen.has(tag)) {
      seen.add(tag);
      // Sub-agents that start together appear before those that they start themselves.
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
