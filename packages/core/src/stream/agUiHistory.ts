import { fieldsIn, listIn, textIn, type Fields } from "./agUiEvent.ts";
import type { AgUiSubagents } from "./agUiSubagents.ts";
import { digestOf, type AgUiTurns, type TextKind } from "./agUiTurns.ts";
import { plainText } from "./toolResult.ts";

/** What the history needs of the adapter that it belongs to. */
export interface AgUiStory {
  turns: AgUiTurns;
  subagents: AgUiSubagents;
  /** Takes an event as if the stream had brought it. */
  tell(event: Fields): void;
  addMessage(role: string, id: string, text: string): void;
  /** Ends the current turn, as a run that succeeded does. */
  settle(): void;
  isRunning(): boolean;
}

/**
 * Takes saved messages, or a snapshot of them: what is known is not told again, what is missing is, and a result that was
 * an error becomes one. Each user's message begins a turn.
 */
export function takeMessages(story: AgUiStory, messages: readonly Fields[]): void {
  const { turns } = story;
  const aliases = aliasesIn(turns, messages);
  const starters = startersIn(messages);
  const failures = new Map<string, string>();
  const segments = segmentsOf(messages);
  for (const [index, { user, said }] of segments.entries()) {
    if (user) story.addMessage("user", textIn(user, "id") ?? "", plainText(user.content));
    const userId = user ? (textIn(user, "id") ?? null) : null;
    const home = said.map((message) => homeOf(turns, message)).find((id) => id !== undefined);
    const tellAll = () => {
      for (const message of said)
        if (!aliases.has(textIn(message, "id") ?? "")) tellMessage(story, message, starters, failures);
    };
    const isOpen = story.isRunning() && index === segments.length - 1;
    if (home === undefined ? isOpen : home === turns.current().agentId) {
      turns.current().userId ??= userId;
      tellAll();
    } else if (home !== undefined) {
      // A turn of before: it was told whole, but for what came of its calls.
      for (const message of said) if (message.role === "tool") tellResult(story, message, failures);
    } else if (said.every((message) => message.role === "system" || message.role === "developer")) tellAll();
    else {
      const tellTurn = () => {
        tellAll();
        story.settle();
      };
      if (story.isRunning()) turns.aside(userId, tellTurn);
      else {
        turns.begin(userId);
        tellTurn();
      }
    }
  }
  turns.correct(failures);
}

/** The last message of a person in a list of messages. */
export function lastUserIn(messages: readonly Fields[]): string | undefined {
  const user = messages.findLast(isUser);
  return user && textIn(user, "id");
}

interface Segment {
  user: Fields | null;
  said: Fields[];
}

function segmentsOf(messages: readonly Fields[]): Segment[] {
  const segments: Segment[] = [{ user: null, said: [] }];
  for (const message of messages) {
    if (isUser(message)) segments.push({ user: message, said: [] });
    else segments.at(-1)!.said.push(message);
  }
  return segments;
}

function isUser(message: Fields): boolean {
  return message.role === "user" && textIn(message, "subagentRunId") === undefined;
}

function homeOf(turns: AgUiTurns, message: Fields): string | undefined {
  const calls = [...listIn(message, "toolCalls"), { id: message.toolCallId }];
  const ofCall = calls.map(({ id }) => (typeof id === "string" ? turns.homeOf("call", id) : undefined));
  return turns.homeOf("message", textIn(message, "id") ?? "") ?? ofCall.find((home) => home !== undefined);
}

function tellMessage(
  story: AgUiStory,
  message: Fields,
  starters: ReadonlyMap<string, string>,
  failures: Map<string, string>,
): void {
  const { turns, subagents, tell } = story;
  const id = textIn(message, "id") ?? "";
  const tag = textIn(message, "subagentRunId");
  if (tag !== undefined && !subagents.isKnown(tag)) {
    subagents.introduce(tag, { name: textIn(message, "name"), parentCallId: starters.get(tag) });
  }
  const owner = tag === undefined ? {} : { subagentRunId: tag };
  const say = (kind: TextKind, type: string) => {
    const text = plainText(message.content);
    const before = turns.textOf(kind, id) ?? "";
    if (!text.startsWith(before) || text === before) return;
    const entity = { messageId: id, role: message.role, ...owner };
    tell({ type: `${type}_START`, ...entity });
    tell({ type: `${type}_CONTENT`, ...entity, delta: text.slice(before.length) });
  };
  switch (message.role) {
    case "reasoning":
      return say("reasoning", "REASONING_MESSAGE");
    case "activity":
      return tell({ ...message, type: "ACTIVITY_SNAPSHOT", messageId: id });
    case "tool":
      return tellResult(story, message, failures);
    case "assistant":
      say("text", "TEXT_MESSAGE");
      for (const call of listIn(message, "toolCalls")) tellCall(story, call, { parentMessageId: id, ...owner });
      return;
    default:
      if (tag !== undefined) return say("text", "TEXT_MESSAGE");
      story.addMessage(String(message.role), id, plainText(message.content));
  }
}

function tellCall({ turns, tell, isRunning }: AgUiStory, call: Fields, owner: Fields): void {
  const toolCallId = textIn(call, "id");
  if (toolCallId === undefined) return;
  const { name: toolCallName, arguments: given } = fieldsIn(call, "function");
  const state = turns.writer.stateOf(toolCallId);
  if (state !== undefined && state !== "requested") return;
  if (state === undefined) tell({ type: "TOOL_CALL_START", toolCallId, toolCallName, ...owner });
  const text = typeof given === "string" ? given : JSON.stringify(given ?? {});
  const before = turns.argumentsOf(toolCallId) ?? "";
  if (text.startsWith(before)) tell({ type: "TOOL_CALL_ARGS", toolCallId, delta: text.slice(before.length) });
  // While a run lasts the rest of the arguments may be on its way.
  if (!isRunning() || isJson(text)) tell({ type: "TOOL_CALL_END", toolCallId });
}

function tellResult({ turns, tell }: AgUiStory, message: Fields, failures: Map<string, string>): void {
  const callId = textIn(message, "toolCallId");
  if (callId === undefined) return;
  const error = textIn(message, "error");
  if (turns.writer.stateOf(callId) !== "ended") tell({ ...message, type: "TOOL_CALL_RESULT", messageId: message.id });
  else if (error !== undefined) failures.set(callId, error);
}

/**
 * Messages whose text was said already, under another id: servers that rebuild a conversation for its snapshot give their
 * own ids to what they had streamed. Each text said stands for one message.
 */
function aliasesIn(turns: AgUiTurns, messages: readonly Fields[]): ReadonlySet<string> {
  const aliases = new Set<string>();
  const ids = new Set(messages.map((message) => message.id));
  const texts = messages.flatMap((message) => {
    const kind: TextKind | null =
      message.role === "reasoning" ? "reasoning" : message.role === "assistant" ? "text" : null;
    const text = kind && plainText(message.content);
    return kind && text ? [{ id: textIn(message, "id") ?? "", kind, text }] : [];
  });
  const said = texts.length === 0 ? [] : turns.said();
  const saidIds = new Set(said.map(({ messageId }) => messageId));
  const free = new Map<string, string[]>();
  for (const { messageId, digest } of said) {
    if (!ids.has(messageId)) free.set(digest, [...(free.get(digest) ?? []), messageId]);
  }
  if (free.size === 0) return aliases;
  for (const { id, kind, text } of texts) {
    const known = saidIds.has(id) ? undefined : free.get(digestOf(kind, text))?.shift();
    if (known === undefined) continue;
    turns.alias(id, known);
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

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
