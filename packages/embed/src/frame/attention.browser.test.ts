import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchAttention } from "./attention.ts";

let attention: ReturnType<typeof watchAttention>;
let isFocused = true;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  isFocused = true;
  vi.spyOn(document, "hasFocus").mockImplementation(() => isFocused);
  attention = watchAttention();
});
afterEach(() => {
  attention.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const wait = (ms: number) => vi.advanceTimersByTime(ms);
const press = () => window.dispatchEvent(new PointerEvent("pointerdown"));
const key = (name: string) => window.dispatchEvent(new KeyboardEvent("keydown", { key: name }));

test("a press counts once its window has stood before the reader", () => {
  wait(600);
  press();
  expect(attention.now()).toBe("early");
  wait(900);
  press();
  expect(attention.now()).toBe("given");
});

test("the second of two presses, a held key and a press begun in another window are too early", () => {
  wait(900);
  press();
  wait(120);
  press();
  expect(attention.now()).toBe("early");
  wait(900);
  key("Enter");
  for (let times = 0; times < 40; times++) {
    wait(30);
    key("Enter");
  }
  expect(attention.now()).toBe("early");
  wait(900);
  window.dispatchEvent(new Event("focus"));
  press();
  expect(attention.now()).toBe("early");
  wait(900);
  isFocused = false;
  press();
  expect(attention.now()).toBe("early");
});

test("keys that go to the button are no presses, and software that presses without any counts by the time", () => {
  wait(900);
  key("Tab");
  key("Enter");
  expect(attention.now()).toBe("given");
  wait(100);
  expect(attention.now()).toBe("early");
  wait(900);
  expect(attention.now()).toBe("given");
});

test("a window in which nothing can be read is small", () => {
  wait(900);
  const size = vi.spyOn(window, "innerHeight", "get").mockReturnValue(100);
  press();
  expect(attention.now()).toBe("small");
  size.mockReturnValue(500);
  wait(900);
  press();
  expect(attention.now()).toBe("given");
});
