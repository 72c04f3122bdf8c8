import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTurns } from "./turns.ts";

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

/** Blocks of so many rows that ask for their turn until they are drawn, and the frame in which each was. */
function drawnIn(blocks: readonly number[], most: number, begin: (turns: ReturnType<typeof createTurns>) => void) {
  const turns = createTurns(most);
  const drawn: number[] = [];
  let frame = 0;
  begin(turns);
  blocks.forEach((rows, index) => {
    const draw = () => void (turns.take(rows, draw) && (drawn[index] = frame));
    draw();
  });
  while (frames.length > 0 && frame < 100) {
    frame++;
    nextFrame();
  }
  return drawn;
}

test("so many rows are drawn in a frame, the others in those after it, each once", () => {
  expect(drawnIn([4, 4, 4, 4, 4], 8, () => {})).toEqual([0, 0, 1, 1, 2]);
});

test("a block of more rows than a frame has is drawn alone, and what holds no row never waits for one", () => {
  expect(drawnIn([20, 1, 20], 8, () => {})).toEqual([0, 1, 2]);
  expect(drawnIn([0, 0, 8, 0], 8, () => {})).toEqual([0, 0, 0, 0]);
});

test("where what is there changes, all that is new waits for the frame after it", () => {
  expect(drawnIn([3, 3, 3], 8, (turns) => turns.rest())).toEqual([1, 1, 2]);
});

test("the time of a frame that nobody took is not kept", () => {
  const turns = createTurns(8);
  expect(turns.take(6, () => {})).toBe(true);
  nextFrame();
  nextFrame();
  expect(turns.take(6, () => {})).toBe(true);
  expect(turns.take(6, () => {})).toBe(false);
});
