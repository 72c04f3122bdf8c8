"use client";
import type { NodeView, Timeline } from "@callboard/core";
import { useLayoutEffect, type KeyboardEvent, type RefObject } from "react";
import { rootOf } from "../rootOf.ts";

const ROW = "[data-row]";
/** What a row opens stands beside its header, in the same element. */
const BODY = ".cb-call-body, .cb-work-body, .cb-agent-body";

/** A call that waits for a person. */
export function isAsk(node: NodeView): boolean {
  return node.kind === "call" && node.status.startsWith("awaiting-");
}

/** A call or an agent that did not come to its end. */
export function isProblem(node: NodeView): boolean {
  return (node.kind === "call" || node.kind === "agent") && (node.status === "failed" || node.status === "interrupted");
}

/**
 * The next node in reading order that fits, after one of them and then from the beginning; undefined where none does.
 */
export function nextNode(
  timeline: Timeline,
  after: string | undefined,
  fits: (node: NodeView) => boolean,
): string | undefined {
  let first: string | undefined;
  let isAfter = after === undefined;
  const work = [...timeline.getRoot().agents].reverse();
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    const node = timeline.getNode(id);
    if (!node) continue;
    if (fits(node)) {
      if (isAfter && id !== after) return id;
      first ??= id;
    }
    if (id === after) isAfter = true;
    const below = node.kind === "call" ? node.agents : node.kind === "agent" ? node.items.map((item) => item.id) : [];
    for (let at = below.length - 1; at >= 0; at--) work.push(below[at]!);
  }
  return first;
}

/** A page of single cards needs it only where somebody looks for a call. */
async function reveal(timeline: Timeline, id: string, within: ParentNode): Promise<void> {
  const { revealNode } = await import("./revealNode.ts");
  revealNode(timeline, id, within, { focus: true });
}

/** Leads to the next node that fits, and puts the focus on its row; undefined where none does. */
export function goToNext(
  timeline: Timeline,
  from: Element,
  after: string | undefined,
  fits: (node: NodeView) => boolean,
): string | undefined {
  const id = nextNode(timeline, after, fits);
  if (id !== undefined) void reveal(timeline, id, rootOf(from));
  return id;
}

/**
 * The keys of a tree, for a row that has the focus: arrows go from row to row and open and close them, Home and End go
 * to the first and the last, `*` opens all rows beside this one, `a` goes to the next call that waits for a person and
 * `e` to the next that failed.
 */
export function onRowKey(event: KeyboardEvent<HTMLElement>, timeline: Timeline | undefined): void {
  const { currentTarget: box, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!(target instanceof HTMLElement) || !target.matches(ROW)) return;
  const isRtl = getComputedStyle(target).direction === "rtl";
  const key =
    event.key === "ArrowRight" && isRtl ? "ArrowLeft" : event.key === "ArrowLeft" && isRtl ? "ArrowRight" : event.key;
  const isOpen = target.getAttribute("aria-expanded") === "true";
  const rows = () => [...box.querySelectorAll<HTMLElement>(ROW)];
  const beside = (step: number) => {
    const all = rows();
    return all[all.indexOf(target) + step];
  };
  const own = target.closest("[data-node]")?.getAttribute("data-node") ?? undefined;
  const acts: Record<string, () => void> = {
    ArrowDown: () => focus(beside(1)),
    ArrowUp: () => focus(beside(-1)),
    Home: () => focus(rows()[0]),
    End: () => focus(rows().at(-1)),
    ArrowRight: () => {
      if (!isOpen) return target.click();
      const next = beside(1);
      if (next && bodyOf(target)?.contains(next)) focus(next);
    },
    ArrowLeft: () => (isOpen ? target.click() : focus(parentOf(target))),
    "*": () => {
      const parent = parentOf(target);
      for (const row of rows())
        if (row.getAttribute("aria-expanded") === "false" && parentOf(row) === parent) row.click();
    },
    a: () => void (timeline && goToNext(timeline, box, own, isAsk)),
    e: () => void (timeline && goToNext(timeline, box, own, isProblem)),
  };
  const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
  if (!act) return;
  event.preventDefault();
  act();
}

function focus(row: HTMLElement | undefined): void {
  row?.focus();
}

/** What a row has opened. */
function bodyOf(row: Element): Element | null {
  const id = row.getAttribute("aria-controls");
  return id === null ? null : rootOf(row).getElementById(id);
}

/** The row that opened the part in which a row stands. */
function parentOf(row: Element): HTMLElement | undefined {
  const body = row.closest(BODY);
  return body?.parentElement?.querySelector<HTMLElement>(ROW) ?? undefined;
}

/** Lets Tab stop at one row of many: the one that had the focus last, else the first. */
export function useOneTabStop(boxRef: RefObject<HTMLElement | null>, isEnabled: boolean): void {
  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!box || !isEnabled) return;
    let stop: HTMLElement | null = null;
    const set = (row: HTMLElement | null) => {
      if (row === stop) return;
      if (stop) stop.tabIndex = -1;
      stop = row;
      if (stop) stop.tabIndex = 0;
    };
    const ensure = () => {
      if (!stop?.isConnected || !box.contains(stop)) set(box.querySelector<HTMLElement>(ROW));
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches(ROW)) set(target);
    };
    ensure();
    const changes = new MutationObserver(ensure);
    changes.observe(box, { childList: true, subtree: true });
    box.addEventListener("focusin", onFocus);
    return () => {
      changes.disconnect();
      box.removeEventListener("focusin", onFocus);
    };
  }, [boxRef, isEnabled]);
}
