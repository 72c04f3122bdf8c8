import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTurns, type Turns } from "./turns.ts";

let frames: (() => void)[] = [];
const nextFrame = () => {
  const now = frames;
  frames = [];
  for (const frame of now) frame();
};

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: () => void) => frames.push(frame));
});
afterEach(() => vi.unstubAllGlobals());

interface Block {
  rows: number;
  /** Of the middle of the screen, when it is its turn; 0 unless given. */
  away?: number;
}

/** Turns whose places are the blocks themselves. */
const turnsOf = (most: number) =>
  createTurns(
    most,
    () =>
      ({ away = 0 }: Block) =>
        away,
  );
const nothing = { place: () => undefined, draw: () => {}, leave: () => {} };

/** Blocks that ask for their turn until they are drawn, and the frame in which each was. */
function drawnIn(blocks: readonly Block[], most: number, begin: (turns: Turns<Block>) => void = () => {}) {
  const turns = turnsOf(most);
  const drawn: (number | undefined)[] = blocks.map(() => undefined);
  let frame = 0;
  begin(turns);
  blocks.forEach((block, index) => {
    const draw = () => {
      if (turns.take(block.rows, { ...nothing, place: () => block, draw })) drawn[index] = frame;
    };
    draw();
  });
  while (frames.length > 0 && frame < 100) {
    frame++;
    nextFrame();
  }
  return drawn;
}

const of = (...rows: number[]) => rows.map((count) => ({ rows: count }));

test("so many rows are drawn in a frame, the others in those after it, each once", () => {
  expect(drawnIn(of(4, 4, 4, 4, 4), 8)).toEqual([0, 0, 1, 1, 2]);
});

test("a block of more rows than a frame has is drawn alone, and what holds no row never waits for one", () => {
  expect(drawnIn(of(20, 1, 20), 8)).toEqual([0, 1, 2]);
  expect(drawnIn(of(0, 0, 8, 0), 8)).toEqual([0, 0, 0, 0]);
});

test("where what is there changes, all that is new waits for the frame after it", () => {
  expect(drawnIn(of(3, 3, 3), 8, (turns) => turns.rest())).toEqual([1, 1, 2]);
});

test("of those that wait, the nearest to what the reader sees come first, and what is far by then not at all", () => {
  const blocks = [
    { rows: 8, away: 900 },
    { rows: 8, away: 0 },
    { rows: 8, away: Infinity },
    { rows: 8, away: 400 },
  ];
  expect(drawnIn(blocks, 8, (turns) => turns.rest())).toEqual([3, 1, undefined, 2]);
});

test("what is far, or has left the page, hears that it was not drawn", () => {
  const turns = turnsOf(8);
  const far = { rows: 1, away: Infinity };
  for (const place of [undefined, far]) {
    const [draw, leave] = [vi.fn<() => void>(), vi.fn<() => void>()];
    turns.rest();
    turns.take(1, { place: () => place, draw, leave });
    nextFrame();
    expect(draw).not.toHaveBeenCalled();
    expect(leave).toHaveBeenCalledOnce();
  }
});

test("the time of a frame that nobody took is not kept", () => {
  const turns = turnsOf(8);
  expect(turns.take(6, nothing)).toBe(true);
  nextFrame();
  nextFrame();
  expect(turns.take(6, nothing)).toBe(true);
  expect(turns.take(6, nothing)).toBe(false);
});

test("are taken while something is drawn in this frame or waits, and free in the frame after that", () => {
  const turns = turnsOf(8);
  const block = { rows: 8 };
  expect(turns.areTaken()).toBe(false);
  turns.rest();
  const draw = () => void turns.take(8, { ...nothing, place: () => block, draw });
  draw();
  expect(turns.areTaken()).toBe(true);
  nextFrame();
  expect(turns.areTaken()).toBe(true);
  nextFrame();
  expect(turns.areTaken()).toBe(false);
});
