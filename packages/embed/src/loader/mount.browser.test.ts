import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { defineElement, type CallboardToolElement } from "./defineElement.ts";
import { mount } from "./mount.ts";

/** Nothing answers there. */
const host = "http://127.0.0.1:9";
const options = { host, tool: "double", publishKey: "pk_1" };

let place: HTMLElement;
beforeEach(() => {
  place = document.body.appendChild(document.createElement("div"));
});
afterEach(() => place.remove());

const rootOf = (element: Element) => [...element.children].find(({ shadowRoot }) => shadowRoot)?.shadowRoot;
const frameIn = (element: Element) => rootOf(element)?.querySelector("iframe");
const problemIn = (element: Element) => rootOf(element)?.querySelector<HTMLElement>('[role="alert"]');

/** What is counted up and down while something is in the page. */
const watchWindow = () => {
  const open = { listeners: 0, timers: new Set<number>() };
  const add = vi.spyOn(window, "addEventListener").mockImplementation(function (this: Window, ...args) {
    open.listeners += 1;
    return EventTarget.prototype.addEventListener.apply(this, args as never);
  });
  const remove = vi.spyOn(window, "removeEventListener").mockImplementation(function (this: Window, ...args) {
    open.listeners -= 1;
    return EventTarget.prototype.removeEventListener.apply(this, args as never);
  });
  const { setTimeout: set, clearTimeout: clear } = window;
  const later = vi.spyOn(window, "setTimeout").mockImplementation(((...args: Parameters<typeof set>) => {
    const id = set.apply(window, args) as unknown as number;
    open.timers.add(id);
    return id;
  }) as never);
  const never = vi.spyOn(window, "clearTimeout").mockImplementation(((id: number) => {
    open.timers.delete(id);
    clear.call(window, id);
  }) as never);
  return { open, end: () => [add, remove, later, never].forEach((spy) => spy.mockRestore()) };
};

describe("mount", () => {
  test("opens one frame for its origin, without a token in its address, and leaves nothing behind", () => {
    const { open, end } = watchWindow();
    try {
      for (let times = 0; times < 20; times++) {
        const embed = mount(place, { ...options, getToken: () => "cbe_secret", theme: "dark", lang: "ar" });
        const { src, title, referrerPolicy } = frameIn(place)!;
        const address = new URL(src);
        expect(address.origin + address.pathname).toBe(`${host}/embed/double`);
        expect(Object.fromEntries(address.searchParams)).toEqual({
          key: "pk_1",
          origin: location.origin,
          lang: "ar",
          theme: "dark",
        });
        expect([title, referrerPolicy]).toEqual(["double", "no-referrer"]);
        expect(open.listeners).toBe(2);
        embed.unmount();
        embed.update({ theme: "light" });
        expect(place.childNodes).toHaveLength(0);
      }
      expect([open.listeners, open.timers.size]).toEqual([0, 0]);
    } finally {
      end();
    }
  });

  test("says in the page's language that nothing came, and tries again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const failures: unknown[] = [];
    place.addEventListener("callboard:failed", (event) => failures.push((event as CustomEvent).detail));
    const embed = mount(place, { ...options, lang: "de" });
    try {
      const first = frameIn(place);
      vi.advanceTimersByTime(20_000);
      expect(failures).toEqual([{ code: "frame_not_loaded", message: expect.stringContaining("konnte nicht") }]);
      expect(getComputedStyle(problemIn(place)!).display).toBe("block");
      expect(getComputedStyle(frameIn(place)!).visibility).toBe("hidden");
      problemIn(place)!.querySelector("button")!.click();
      expect(frameIn(place)).not.toBe(first);
      expect(getComputedStyle(problemIn(place)!).display).toBe("none");
    } finally {
      embed.unmount();
      vi.useRealTimers();
    }
  });

  test("takes no hello but its own frame's", () => {
    const embed = mount(place, options);
    const nonce = new URL(frameIn(place)!.src).hash.slice(1);
    const posted = vi.spyOn(frameIn(place)!.contentWindow!, "postMessage");
    const hello = { callboard: "hello", nonce, reply: "r" };
    const source = frameIn(place)!.contentWindow;
    const wrongs: MessageEventInit<unknown>[] = [
      { data: hello, origin: "https://evil.example", source },
      { data: hello, origin: host, source: window },
      { data: { ...hello, nonce: "guess" }, origin: host, source },
      { data: { ...hello, reply: 1 }, origin: host, source },
      { data: null, origin: host, source },
    ];
    for (const wrong of wrongs) window.dispatchEvent(new MessageEvent("message", wrong));
    expect(posted).not.toHaveBeenCalled();
    window.dispatchEvent(new MessageEvent("message", { data: hello, origin: host, source }));
    window.dispatchEvent(new MessageEvent("message", { data: hello, origin: host, source }));
    expect(posted).toHaveBeenCalledTimes(1);
    expect(posted.mock.calls[0]!.slice(0, 2)).toEqual([{ callboard: "channel", nonce: "r" }, host]);
    embed.unmount();
  });
});

describe("<callboard-tool>", () => {
  test("is defined once, takes what was set before, and goes with its element", async () => {
    const early = document.createElement("callboard-tool") as CallboardToolElement;
    early.appearance = { accent: "red" };
    early.setAttribute("tool", "double");
    early.setAttribute("publish-key", "pk_1");
    place.append(early);
    defineElement(host);
    defineElement("https://other.example");
    expect(frameIn(early)?.src).toContain(`${host}/embed/double?key=pk_1`);
    expect(Object.hasOwn(early, "appearance")).toBe(false);
    expect(early.appearance).toEqual({ accent: "red" });
    const before = frameIn(early);
    early.setAttribute("theme", "dark");
    await Promise.resolve();
    expect(frameIn(early)).toBe(before);
    early.setAttribute("tool", "half");
    early.setAttribute("publish-key", "pk_2");
    await Promise.resolve();
    expect(frameIn(early)?.src).toContain("/embed/half?key=pk_2");
    early.remove();
    expect(early.childNodes).toHaveLength(0);
    place.append(early);
    expect(frameIn(early)).toBeDefined();
  });
});
