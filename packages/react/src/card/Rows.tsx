"use client";
import type { Timeline } from "@callboard/core";
import {
  memo,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { countRows } from "../timeline/countRows.ts";
import { createFarWords } from "../timeline/farWords.ts";
import type { ListEnd } from "../timeline/listEnd.ts";
import { createNearness, type Nearness } from "../timeline/nearness.ts";
import { TurnsContext } from "../timeline/turns.ts";
import { useTimeline } from "../timeline/useNode.ts";
import { sameList } from "../timeline/useTimelineValue.ts";
import { wantedStore } from "../timeline/wanted.ts";
import { useStore, type Store } from "../useStore.ts";
import { toolWords } from "./toolWords.ts";

/** A part of a timeline that stands in a list: the same object while it is drawn the same. */
export interface RowItem {
  readonly kind: string;
  readonly id: string;
  /** The nodes that one row stands for. */
  readonly items?: readonly { readonly id: string }[];
  /** What the row says beside its nodes. */
  readonly words?: string;
}

export interface RowProps<Item extends RowItem = RowItem> {
  item: Item;
  /** The last row of a list that is still written. */
  streaming: boolean;
  nested: boolean;
  /**
   * The page begins with this row: where it holds rows of its own, the first of them are drawn without being measured.
   */
  begins?: boolean;
}

interface RowsProps<Item extends RowItem> extends Omit<RowProps, "item"> {
  items: readonly Item[];
  /** Draws one item; memoized. */
  Row: ComponentType<RowProps<Item>>;
  /** Whether the list opens at its end: its last block is near when it comes. */
  opensAtEnd?: boolean;
  /** Hears how much of the end of the list is far. */
  end?: ListEnd;
}

/**
 * How many rows a block has: a few where the list begins, so that what comes near is drawn in small steps; more further
 * on. An agent alone may fill the screen, so the first ones come one by one.
 */
const SMALL = 8;
function sizeAt(from: number, kind: string): number {
  if (kind === "agent" && from < SMALL) return Math.max(1, from);
  return from < 64 ? SMALL : from < 1024 ? 64 : 1024;
}

/**
 * A list of any length. Its rows stand in blocks, and a block that is far from the screen is one text: the words of its
 * rows, at the height that they take. So the browser still finds and selects what is far, and a row costs next to
 * nothing until the reader comes near.
 */
export function Rows<Item extends RowItem>({
  items,
  Row,
  streaming,
  nested,
  begins = false,
  opensAtEnd = false,
  end,
}: RowsProps<Item>): ReactNode {
  const [blocksOf] = useState(createBlocks<Item>);
  const blocks = blocksOf(items);
  return blocks.map((block, index) => (
    // Blocks are filled one after another, so the index identifies them.
    <Block
      key={index}
      items={block}
      Row={Row}
      streaming={streaming && index === blocks.length - 1}
      nested={nested}
      begins={begins && index === 0}
      opensAtEnd={opensAtEnd}
      end={index === blocks.length - 1 ? end : undefined}
      beginsNear={
        opensAtEnd ? index === blocks.length - 1 : index === 0 && (nested || begins || isBegun(blocks, streaming))
      }
    />
  ));
}

/**
 * Whether a list is drawn without being measured first: what is written now, from its beginning, and an agent that
 * stands alone, whose rows are measured by themselves.
 */
function isBegun([first, second]: readonly (readonly RowItem[])[], streaming: boolean): boolean {
  return second === undefined && (streaming || (first?.length === 1 && first[0]!.kind === "agent"));
}

/** Divides a list into blocks. A block whose rows are the same keeps its identity. */
function createBlocks<Item extends RowItem>(): (items: readonly Item[]) => (readonly Item[])[] {
  let blocks: (readonly Item[])[] = [];
  return (items) => {
    const next: (readonly Item[])[] = [];
    for (let from = 0; from < items.length;) {
      const block = items.slice(from, from + sizeAt(from, items[from]!.kind));
      const known = blocks[next.length];
      next.push(known && sameList(known, block) ? known : block);
      from += block.length;
    }
    return (blocks = next);
  };
}

interface BlockProps<Item extends RowItem> extends Required<Omit<RowsProps<Item>, "end">> {
  /** Of the last block. */
  end: ListEnd | undefined;
  /** Where its list opens. */
  beginsNear: boolean;
}

const Block = memo(function Block<Item extends RowItem>({
  items,
  Row,
  streaming,
  nested,
  begins,
  opensAtEnd,
  end,
  beginsNear,
}: BlockProps<Item>): ReactNode {
  const timeline = useTimeline();
  const turns = useContext(TurnsContext);
  const [nearness] = useState(() =>
    createNearness(beginsNear, turns && ((waiting) => turns.take(drawnIn(items), waiting))),
  );
  const [words] = useState(createFarWords);
  const isNear = useStore(useMemo(() => nearOrWanted(nearness, timeline, items), [nearness, timeline, items]));
  const isLong = items.length > SMALL;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (box.current ? nearness.watch(box.current) : undefined), [nearness]);
  useLayoutEffect(() => {
    // The blocks of a block count for themselves.
    nearness.count(isNear && isLong ? 0 : countRows(timeline, items, isNear));
  }, [nearness, timeline, items, isNear, isLong]);
  useLayoutEffect(
    // The blocks of a block tell for themselves.
    () => (isNear && isLong ? undefined : end?.follow(isNear ? 0 : items.length)),
    [end, isNear, isLong, items],
  );
  useLayoutEffect(() => words.change(items), [words, items]);
  useLayoutEffect(() => {
    if (isNear || !timeline) return;
    const texts: Element[] = [];
    const stop = words.follow(timeline, toolWords, (parts) => {
      for (const text of texts.splice(parts.length)) text.remove();
      parts.forEach((words, at) => {
        const text = (texts[at] ??= box.current!.appendChild(document.createElement("div")));
        if (text.textContent !== words) text.textContent = words;
      });
    });
    return () => {
      stop();
      for (const text of texts) text.remove();
    };
  }, [isNear, timeline, words]);
  return (
    <div
      ref={box}
      className="cb-row-block"
      data-far={!isNear || undefined}
      style={isNear ? undefined : { blockSize: nearness.height() ?? likelyHeight(items) }}
    >
      {isNear &&
        (isLong ? (
          <Rows
            items={items}
            Row={Row}
            streaming={streaming}
            nested={nested}
            begins={begins}
            opensAtEnd={opensAtEnd}
            end={end}
          />
        ) : (
          items.map((item, index) => (
            <Row
              key={item.id}
              item={item}
              streaming={streaming && index === items.length - 1}
              nested={nested}
              begins={begins && index === 0}
            />
          ))
        ))}
    </div>
  );
}) as <Item extends RowItem>(props: BlockProps<Item>) => ReactNode;

/**
 * How many rows a block draws by itself, or somewhat more. The blocks of a long one, and the rows of an agent, count
 * for themselves.
 */
function drawnIn(items: readonly RowItem[]): number {
  // To place blocks takes as long as a row.
  if (items.length > SMALL) return 1;
  return items.reduce((rows, { kind, items }) => rows + (kind === "agent" ? 0 : (items?.length ?? 1)), 0);
}

/** Whether a block is drawn: it is near, or one of its rows is wanted. */
function nearOrWanted(nearness: Nearness, timeline: Timeline | undefined, items: readonly RowItem[]): Store<boolean> {
  const wanted = timeline && wantedStore(timeline, items);
  return {
    read: () => nearness.read() || wanted?.read() === true,
    readOnServer: nearness.readOnServer,
    subscribe(listener) {
      const stops = [nearness, wanted].map((store) => store?.subscribe(listener));
      return () => stops.forEach((stop) => stop?.());
    },
  };
}

/** Until the rows have been drawn once. */
function likelyHeight(items: readonly RowItem[]): string {
  // Of many rows some stand for all: to look at each of a hundred thousand takes longer than to draw what is near.
  const some = items.length > 64 ? items.filter((_, at) => at % 17 === 0) : items;
  const others = some.filter(({ kind }) => kind in HEIGHTS);
  const rem = others.reduce((height, { kind }) => height + HEIGHTS[kind]!, 0);
  const each = items.length / some.length;
  return `calc(${(some.length - others.length) * each} * ${ROW_HEIGHT} + ${rem * each}rem)`;
}

/** As the stylesheet has it for the density and the pointer, with its border. */
const ROW_HEIGHT = "(var(--cb-row-height) + 2px)";

/** In rem, of what is no row of one line. */
const HEIGHTS: Readonly<Record<string, number>> = { text: 4, agent: 16, turn: 16 };
