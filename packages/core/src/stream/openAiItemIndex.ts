import type { ResponseItem } from "./openAiItems.ts";
import { plainText } from "./toolResult.ts";

/** One text of an item. */
export interface Part {
  id: string;
  kind: "text" | "reasoning";
  text: string;
  annotations: unknown[];
}

/** An item of a response, as far as it has come. */
export interface Item {
  type: string;
  key: string;
  source: ResponseItem;
  parts: Map<string, Part>;
  /** A call, or the call that an output is for. */
  callId: string | undefined;
  /** The arguments' JSON text as far as it has come. */
  text: string;
  /** The place in the arguments that is being written, where the wire streams one text out of them. */
  place: string | undefined;
  /** What an event of its own says of the run: it came through, or it failed. */
  outcome: "completed" | "failed" | undefined;
  isDone: boolean;
  /** The whole response has named it. */
  isConfirmed: boolean;
}

/** The items of one response. Some gateways rotate ids, others leave them out, or number every item zero. */
export interface ItemIndex {
  readonly items: readonly Item[];
  /** The item of this type that an event is about, made if need be. */
  meant(event: { item_id?: string; output_index?: number }, type: string): Item;
  /** The item that is said to begin. */
  begun(source: ResponseItem, index: number | undefined): Item;
  /** The item that is said to be whole. */
  ended(source: ResponseItem, index: number | undefined): Item;
  /** The item that the whole response lists, where it has not listed it already. */
  listed(source: ResponseItem, index: number): Item;
}

/** Finds items by id, by place, else by what is open; their keys begin with `prefix`. */
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
  const called = (source: ResponseItem, among: readonly Item[]) =>
    source.call_id ? among.find((item) => item.source.call_id === source.call_id) : undefined;

  return {
    items,
    meant(event, type) {
      const known = byId.get(event.item_id ?? "") ?? byIndex.get(event.output_index ?? -1);
      if (known?.type === type) return known;
      const last = items.findLast((item) => item.type === type && !item.isDone);
      return last ?? add({ type, ...(event.item_id && { id: event.item_id }) }, event.output_index);
    },
    begun(source, index) {
      const known = source.id ? byId.get(source.id) : byIndex.get(index ?? -1);
      return known?.type === source.type && !known?.isDone ? known! : add(source, index);
    },
    ended(source, index) {
      const type = source.type ?? "";
      const named = byId.get(source.id ?? "");
      if (named?.type === type) return named;
      const placed = byIndex.get(index ?? -1);
      const known = called(
        source,
        items.filter((item) => item.type === type),
      );
      return known ?? (placed?.type === type && !placed.isDone ? placed : add(source, index));
    },
    listed(source, index) {
      const type = source.type ?? "";
      const named = byId.get(source.id ?? "");
      if (named?.type === type && !named.isConfirmed) return named;
      const free = items.filter((item) => item.type === type && !item.isConfirmed);
      const nameless = free.find((item) =>
        source.call_id ? !item.source.call_id : type !== "message" || agrees(item, source),
      );
      return called(source, free) ?? nameless ?? add(source, index);
    },
  };
}

/** Whether a message can be the one that has streamed. */
function agrees(item: Item, source: ResponseItem): boolean {
  const streamed = [...item.parts.values()].map((part) => part.text).join("");
  const whole = plainText(source.content);
  return whole.startsWith(streamed) || streamed.startsWith(whole);
}
