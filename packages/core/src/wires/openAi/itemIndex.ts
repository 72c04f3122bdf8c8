import type { ResponseItem } from "./items.ts";
import { plainText } from "../toolResult.ts";

/** One text of an item. */
export interface Part {
  id: string;
  kind: "text" | "reasoning";
  text: string;
  annotations: unknown[];
}

/** An item of a response so far. */
export interface Item {
  type: string;
  key: string;
  source: ResponseItem;
  parts: Map<string, Part>;
  /** A call, or the call that an output is for. */
  callId: string | undefined;
  /** The arguments' JSON text so far. */
  text: string;
  /** The text inside the arguments that is being written, where the wire streams such texts. */
  place: string | undefined;
  /** How the run ended, where an event before the item's end tells it. */
  outcome: "completed" | "failed" | undefined;
  isDone: boolean;
  /** The whole response lists it. */
  isConfirmed: boolean;
}

/** The items of one response. Some gateways rotate ids, others leave them out, or number every item zero. */
export interface ItemIndex {
  readonly items: readonly Item[];
  /** The item of this type that an event is about; added where there is none. */
  find(event: { item_id?: string; output_index?: number }, type: string): Item;
  /** The item that an event begins. */
  start(source: ResponseItem, index: number | undefined): Item;
  /** The item that an event completes. */
  finish(source: ResponseItem, index: number | undefined): Item;
  /** The item that the whole response lists at a place; each is listed once. */
  confirm(source: ResponseItem, index: number): Item;
}

/** Finds items by id, by place, else the open one of a type; their keys begin with `prefix`. */
export function createItemIndex(prefix: string): ItemIndex {
  const items: Item[] = [];
  const byId = new Map<string, Item>();
  const byIndex = new Map<number, Item>();

  const add = (source: ResponseItem, index: number | undefined): Item => {
    const item: Item = {
      type: source.type ?? "",
      key: `${prefix}:${items.length}`,
      source,
      parts: new Map(),
      callId: undefined,
      text: "",
      place: undefined,
      outcome: undefined,
      isDone: false,
      isConfirmed: false,
    };
    items.push(item);
    if (source.id) byId.set(source.id, item);
    if (index !== undefined) byIndex.set(index, item);
    return item;
  };
  const withCallId = (source: ResponseItem, among: readonly Item[]) =>
    source.call_id ? among.find((item) => item.source.call_id === source.call_id) : undefined;

  return {
    items,
    find(event, type) {
      const indexed = byId.get(event.item_id ?? "") ?? byIndex.get(event.output_index ?? -1);
      if (indexed?.type === type) return indexed;
      const last = items.findLast((item) => item.type === type && !item.isDone);
      return last ?? add({ type, ...(event.item_id && { id: event.item_id }) }, event.output_index);
    },
    start(source, index) {
      const indexed = source.id ? byId.get(source.id) : byIndex.get(index ?? -1);
      return indexed?.type === source.type && !indexed?.isDone ? indexed! : add(source, index);
    },
    finish(source, index) {
      const type = source.type ?? "";
      const named = byId.get(source.id ?? "");
      if (named?.type === type) return named;
      const placed = byIndex.get(index ?? -1);
      const sameCall = withCallId(
        source,
        items.filter((item) => item.type === type),
      );
      return sameCall ?? (placed?.type === type && !placed.isDone ? placed : add(source, index));
    },
    confirm(source, index) {
      const type = source.type ?? "";
      const named = byId.get(source.id ?? "");
      if (named?.type === type && !named.isConfirmed) return named;
      const free = items.filter((item) => item.type === type && !item.isConfirmed);
      const nameless = free.find((item) =>
        source.call_id ? !item.source.call_id : type !== "message" || agrees(item, source),
      );
      return withCallId(source, free) ?? nameless ?? add(source, index);
    },
  };
}

/** Whether a message can be the one that has streamed. */
function agrees(item: Item, source: ResponseItem): boolean {
  const streamed = [...item.parts.values()].map((part) => part.text).join("");
  const whole = plainText(source.content);
  return whole.startsWith(streamed) || streamed.startsWith(whole);
}
