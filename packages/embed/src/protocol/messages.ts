/**
 * What a page and the frame of a tool say to each other: two messages between the windows that hand over a channel, and
 * all else on that channel. Whatever does not fit its shape is none of these, and nobody acts on it. A frame may say
 * more than an older loader knows.
 */
import type { ToolDetail } from "@callboard/core";

/** Where a run is: its call, in a session of its own. */
export interface EmbedRun {
  sessionId: string;
  callId: string;
  runId: string;
}

/** The frame is there and shows by its nonce that this page opened it. */
export interface Hello {
  callboard: "hello";
  nonce: string;
  /** The frame's own nonce, which the answer repeats. */
  reply: string;
}

/** The page's answer; the channel comes with it. */
export interface Handover {
  callboard: "channel";
  nonce: string;
}

/** How a page wants its frame. */
export interface FrameOptions {
  type: "options";
  lang: string;
  theme: string;
  appearance: Readonly<Record<string, string>>;
  defaultValue: unknown;
  /** Whose drafts are kept; nobody's where it is empty. */
  user: string;
  /** Whether the page gives tokens; else its visitors are anonymous. */
  givesTokens: boolean;
  /** `none` leaves the tool's name out. Loaders until 0.0.1 do not say it. */
  heading?: string | undefined;
}

export type PageMessage =
  | FrameOptions
  | { type: "focus" }
  /** An empty token: the page has none. */
  | { type: "token"; id: number; token: string };

export type FrameMessage =
  | { type: "ready"; label: string }
  /** In CSS pixels; `acted` is false until somebody does something in the frame. */
  | { type: "height"; height: number; acted?: boolean | undefined }
  | { type: "submitted"; run: EmbedRun }
  | { type: "completed"; run: EmbedRun; output: unknown }
  | { type: "failed"; code: string; message: string; run?: EmbedRun | undefined }
  /** The frame needs a token, or another one. */
  | { type: "token"; id: number }
  /** What the frame was served with has ended: it has to be loaded again. */
  | { type: "ended" };

/** What a frame asks a person in a window of its own: whether a tool may run with exactly this. */
export interface ConfirmRequest {
  type: "confirm";
  lang: string;
  theme: string;
  tool: ToolDetail;
  input: unknown;
}

/** The person's yes; a no closes the window. */
export interface Confirmed {
  type: "confirmed";
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (data: unknown): Fields | undefined =>
  typeof data === "object" && data !== null ? (data as Fields) : undefined;
const isText = (value: unknown): value is string => typeof value === "string" && value.length <= 10_000;
const isSize = (value: unknown): value is number => typeof value === "number" && value >= 0 && value < 1e9;

function isRun(value: unknown): value is EmbedRun {
  const run = fieldsOf(value);
  return run !== undefined && isText(run["sessionId"]) && isText(run["callId"]) && isText(run["runId"]);
}

export function readHello(data: unknown): Hello | undefined {
  const fields = fieldsOf(data);
  const fits = fields?.["callboard"] === "hello" && isText(fields["nonce"]) && isText(fields["reply"]);
  return fits ? (data as Hello) : undefined;
}

export function readHandover(data: unknown): Handover | undefined {
  const fields = fieldsOf(data);
  return fields?.["callboard"] === "channel" && isText(fields["nonce"]) ? (data as Handover) : undefined;
}

/** What the page reads from its frame. */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const fields = fieldsOf(data);
  const type = fields?.["type"];
  const fits =
    fields !== undefined &&
    ((type === "ready" && isText(fields["label"])) ||
      (type === "height" &&
        isSize(fields["height"]) &&
        (fields["acted"] === undefined || typeof fields["acted"] === "boolean")) ||
      (type === "token" && isSize(fields["id"])) ||
      type === "ended" ||
      ((type === "submitted" || type === "completed") && isRun(fields["run"])) ||
      (type === "failed" &&
        isText(fields["code"]) &&
        isText(fields["message"]) &&
        (fields["run"] === undefined || isRun(fields["run"]))));
  return fits ? (data as FrameMessage) : undefined;
}

/** What a window reads from the frame that opened it. */
export function readConfirmRequest(data: unknown): ConfirmRequest | undefined {
  const fields = fieldsOf(data);
  const tool = fieldsOf(fields?.["tool"]);
  const fits =
    fields?.["type"] === "confirm" &&
    isText(fields["lang"]) &&
    isText(fields["theme"]) &&
    tool !== undefined &&
    isText(tool["slug"]) &&
    isText(tool["name"]);
  return fits ? (data as ConfirmRequest) : undefined;
}

/** What a frame reads from the window that it opened. */
export function readConfirmed(data: unknown): Confirmed | undefined {
  return fieldsOf(data)?.["type"] === "confirmed" ? (data as Confirmed) : undefined;
}

/** What the frame reads from its page. */
export function readPageMessage(data: unknown): PageMessage | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const fields = data as Readonly<Record<string, unknown>>;
  switch (fields["type"]) {
    case "focus":
      return data as PageMessage;
    case "token":
      return isSize(fields["id"]) && isText(fields["token"]) ? (data as PageMessage) : undefined;
    case "options": {
      const { lang, theme, user, givesTokens, appearance, heading } = fields;
      const fits =
        isText(lang) &&
        isText(theme) &&
        isText(user) &&
        typeof givesTokens === "boolean" &&
        (heading === undefined || isText(heading)) &&
        typeof appearance === "object" &&
        appearance !== null &&
        Object.values(appearance).every(isText);
      return fits ? (data as PageMessage) : undefined;
    }
    default:
      return undefined;
  }
}
