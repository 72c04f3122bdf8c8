import type { Browser, BrowserContext, FrameLocator, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readLoaderVersions } from "../../scripts/embed.mjs";
import { openChromium } from "./chromium.ts";
import { openEmbedWorld, type EmbedWorld } from "./embedWorld.ts";
import { createVisitors, type Visitors } from "./visitors.ts";
import { openWatched, sideways } from "./watchedTab.ts";
import { noteLayoutShifts } from "../setup/layoutShifts.ts";

let world: EmbedWorld;
let browser: Browser;
let visitors: Visitors;
let context: BrowserContext;
beforeAll(async () => {
  [world, browser] = await Promise.all([openEmbedWorld(), openChromium()]);
  const origins = [world.host, world.page.origin, world.sibling.origin, world.attacker.origin];
  visitors = createVisitors(browser, () => origins);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});
beforeEach(async () => {
  context = await visitors.come({ viewport: { width: 900, height: 800 } });
});
afterEach(async () => {
  await visitors.leave();
  expect(world.problems).toEqual([]);
});

/** A script that keeps what the embeds of its page tell, and what any window says to it. */
const RECORDER = `<script>
  window.told = []; window.heard = [];
  for (const name of ["ready", "submitted", "completed", "failed"])
    addEventListener("callboard:" + name, (event) => told.push([event.target.id, name, event.detail]));
  addEventListener("message", (event) => heard.push(event.data));
</script>`;

type Told = [id: string, name: string, detail: { output?: unknown; code?: string }];
const toldOn = (tab: Page) => tab.evaluate(() => (window as unknown as { told: Told[] }).told);
const namesOn = async (tab: Page) => (await toldOn(tab)).map(([, name]) => name);
const frameOf = (tab: Page, id = "tool"): FrameLocator => tab.frameLocator(`#${id} iframe`);
const submit = (frame: FrameLocator) => frame.locator('button[type="submit"]');
const pageWith = (path: string, body: string, policy?: string) => world.page.page(path, `${RECORDER}${body}`, policy);
const run = async (frame: FrameLocator, value: string) => {
  await frame.getByRole("spinbutton").fill(value);
  await submit(frame).click();
};

describe("a tool in a plain page", () => {
  test("is one line: its form, its result, its events, and nothing of it in the page's globals", async () => {
    const before = `<script>window.names = new Set(Object.getOwnPropertyNames(window))</script>`;
    const url = pageWith("/plain", `${before}${world.script}${world.element("double", 'id="tool"')}<p>After</p>`);
    const { tab, complaints } = await openWatched(context, url);
    await run(frameOf(tab), "21");
    await frameOf(tab).getByText("42").waitFor();
    await expect.poll(() => namesOn(tab)).toEqual(["ready", "submitted", "completed"]);
    expect((await toldOn(tab))[2]![2].output).toEqual({ result: 42 });
    const added = await tab.evaluate(() => {
      const { names } = window as unknown as { names: Set<string> };
      return Object.getOwnPropertyNames(window).filter((name) => !names.has(name) && !/^\d+$/.test(name));
    });
    expect(added.filter((name) => !["names", "told", "heard", "tellRefusal"].includes(name))).toEqual(["callboard"]);
    expect(complaints).toEqual([]);
    // As tall as its content, and as wide as its place.
    const size = () =>
      tab.evaluate(
        () =>
          document
            .querySelector("#tool")!
            .firstElementChild!.shadowRoot!.querySelector("iframe")!
            .getBoundingClientRect().height,
      );
    const inner = () =>
      frameOf(tab)
        .locator(".cb-frame")
        .evaluate((root) => root.getBoundingClientRect().height);
    await expect.poll(async () => Math.abs((await size()) - (await inner()))).toBeLessThan(1);
    const widths = await frameOf(tab)
      .locator("form")
      .evaluate((form) => [form.clientWidth, innerWidth]);
    expect(widths[0]).toBeGreaterThan(widths[1]! - 20);
    expect(await tab.evaluate(() => document.cookie + localStorage.length + sessionStorage.length)).toBe("00");
  });

  test.each([
    ["one", 900, ["double"]],
    ["three", 900, ["double", "reset", "order"]],
    ["one on a phone", 390, ["survey"]],
    ["three on a phone", 390, ["reset", "double", "order"]],
  ])("moves nothing of an article when it comes: %s", async (_, width, tools) => {
    const parts = tools.map(
      (tool, at) => `<p>Words before.</p>${world.element(tool, `id="t${at}" ${world.roomOf(tool)}`)}`,
    );
    const article = `<article style="max-inline-size: 600px">${parts.join("")}<p>Words after.</p></article>`;
    const { tab } = await openWatched(context, "about:blank");
    await tab.setViewportSize({ width, height: 2400 });
    await tab.addInitScript(noteLayoutShifts);
    await tab.goto(pageWith("/article", article + world.script));
    await expect.poll(async () => (await namesOn(tab)).filter((name) => name === "ready").length).toBe(tools.length);
    await tab.waitForTimeout(1_000);
    expect(await tab.evaluate(() => window.layoutShifts)).toEqual([]);
    // What was kept free is about what is needed, and all of it is seen.
    for (const [at, tool] of tools.entries()) {
      const inner = await frameOf(tab, `t${at}`)
        .locator(".cb-frame")
        .evaluate((root) => [root.clientHeight, innerHeight]);
      expect(inner[0], tool).toBeLessThanOrEqual(inner[1]!);
      expect(inner[0]! / inner[1]!, tool).toBeGreaterThan(0.6);
    }
  });

  test("asks at most eight times until its form is there", async () => {
    const { tab } = await openWatched(context, "about:blank");
    const asked: string[] = [];
    tab.on("request", (request) => void (request.url().startsWith(world.host) && asked.push(request.url())));
    await tab.goto(pageWith("/few", world.script + world.element("double", 'id="tool"')));
    await submit(frameOf(tab)).waitFor();
    await tab.waitForTimeout(1_000);
    expect(asked.length, asked.join("\n")).toBeLessThanOrEqual(8);
  });

  test("is reached and left by the keyboard", async () => {
    const body = `<button id="one">One</button>${world.element("double", 'id="tool"')}<button id="two">Two</button>`;
    const { tab } = await openWatched(context, pageWith("/keys", world.script + body));
    await submit(frameOf(tab)).waitFor();
    await tab.focus("#one");
    await tab.keyboard.press("Tab");
    await tab.keyboard.type("4");
    await tab.keyboard.press("Enter");
    await expect.poll(() => namesOn(tab)).toContain("completed");
    const isOut = () => tab.evaluate(() => document.activeElement?.id === "two");
    for (let presses = 0; presses < 20 && !(await isOut()); presses++) await tab.keyboard.press("Tab");
    expect(await isOut()).toBe(true);
    await tab.evaluate(() => document.querySelector<HTMLElement>("#tool")!.focus());
    await expect
      .poll(() =>
        frameOf(tab)
          .locator("input")
          .evaluate((input) => input === document.activeElement),
      )
      .toBe(true);
  });

  test("works in a page under a strict policy, in Arabic and in the dark, and wears the page's colours", async () => {
    const { host } = world;
    const own = `document.querySelector("#tool").appearance = { accent: "rgb(10, 125, 90)" }`;
    world.page.files.set("/own.js", { type: "text/javascript", body: own });
    const url = world.page.page(
      "/strict",
      `${world.script}${world.element("double", 'id="tool" lang="ar" theme="dark"')}<script src="/own.js"></script>`,
      `default-src 'none'; script-src 'self' ${host}; frame-src ${host}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    );
    const { tab, complaints } = await openWatched(context, url);
    await run(frameOf(tab), "4");
    await frameOf(tab)
      .getByText(/^8$|^٨$/)
      .waitFor();
    const worn = await submit(frameOf(tab)).evaluate((button) => [
      document.documentElement.dir,
      document.documentElement.lang,
      getComputedStyle(document.documentElement).colorScheme,
      getComputedStyle(button).getPropertyValue("--cb-accent"),
    ]);
    expect(worn).toEqual(["rtl", "ar", "dark", "rgb(10, 125, 90)"]);
    expect(complaints.filter((said) => !said.includes("favicon"))).toEqual([]);
  });

  test("works in a page that does everything to it", async () => {
    const hostile = `<style>* { all: unset !important; } body { overflow: hidden !important; }</style>
      <script>
        window.name = "taken"; window.$ = window.callboard = undefined;
        for (const name of ["map", "filter", "forEach", "push", "concat", "slice", "indexOf", "some", "find"])
          Array.prototype[name] = () => { throw new Error("patched " + name); };
        Array.prototype.extra = 1; Object.prototype.added = () => {};
        Array.prototype[Symbol.iterator] = function () { throw new Error("patched iterator"); };
        Array.prototype.toJSON = () => "patched";
        window.errors = ""; window.done = 0;
        const say = () => { document.querySelector("#said").textContent = done + errors + window.name; };
        window.onerror = (message) => { errors += message; say(); };
        window.onunhandledrejection = (event) => { errors += event.reason; say(); };
        addEventListener("callboard:completed", () => { done += 1; say(); });
      </script>`;
    const tools = `${world.element("double", 'id="tool"')}<div style="transform: rotate(1deg)">${world.element("double", 'id="other"')}</div>`;
    const tab = await context.newPage();
    await tab.goto(world.page.page("/hostile", `${hostile}<p id="said"></p>${world.script}${world.script}${tools}`));
    for (const id of ["tool", "other"]) await run(frameOf(tab, id), "5");
    // Read from a world of its own: this page has broken what scripts are made of.
    await expect.poll(() => tab.locator("#said").textContent()).toBe("2taken");
  });
});

describe("four origins", () => {
  test("forged, foreign, replayed and malformed messages do nothing, and raise nothing", async () => {
    const spam = `<script>
      const nonsense = [null, 1, "x", [], {}, { callboard: "hello" }, { callboard: "hello", nonce: "a", reply: "b" },
        { callboard: "channel", nonce: "a" }, { type: "ready", label: "Mine" }, { type: "completed", run: {}, output: "forged" },
        { type: "height", height: 1e9 }, new Map([[1, 2]])];
      addEventListener("message", (event) => {
        if (!event.data?.heard) return;
        // Whatever the page heard comes back from here, as if it were the frame's own.
        for (const data of [...nonsense, ...event.data.heard]) {
          event.source.postMessage(data, "*");
          for (let index = 0; index < event.source.frames.length; index++) {
            const channel = new MessageChannel();
            channel.port1.onmessage = (got) => event.source.postMessage({ stolen: got.data }, "*");
            event.source.frames[index].postMessage(data, "*", [channel.port2]);
          }
        }
        event.source.postMessage("spammed", "*");
      });
    </script>`;
    const sibling = world.sibling.page("/sibling", spam);
    world.attacker.page("/attacker", spam);
    const body = `${world.script}${world.element("double", 'id="tool"')}<iframe id="sibling" src="${sibling}"></iframe>`;
    const { tab, complaints } = await openWatched(context, pageWith("/spammed", body));
    await submit(frameOf(tab)).waitFor();
    const opened = context.waitForEvent("page");
    await tab.evaluate(
      (address) => void ((window as unknown as { enemy: Window | null }).enemy = open(address)),
      `${world.attacker.origin}/attacker`,
    );
    await (await opened).waitForLoadState();
    await tab.bringToFront();
    await tab.evaluate(() => {
      const page = window as unknown as { enemy: Window; heard: unknown[]; told: unknown[] };
      const heard = page.heard.filter((data) => JSON.stringify(data).includes("hello"));
      const handovers = heard.map((data) => ({ callboard: "channel", nonce: (data as { reply: string }).reply }));
      for (const other of [document.querySelector<HTMLIFrameElement>("#sibling")!.contentWindow!, page.enemy]) {
        other.postMessage({ heard: [...heard, ...handovers] }, "*");
      }
    });
    const heard = () => tab.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
    await expect.poll(async () => (await heard()).filter((data) => data === "spammed").length).toBe(2);
    expect(await namesOn(tab)).toEqual(["ready"]);
    await run(frameOf(tab), "3");
    await expect.poll(() => namesOn(tab)).toEqual(["ready", "submitted", "completed"]);
    expect((await toldOn(tab))[2]![2].output).toEqual({ result: 6 });
    expect(JSON.stringify(await heard())).not.toContain("stolen");
    expect(complaints).toEqual([]);
  });

  test("a frame takes the channel of its own page alone", async () => {
    const { key } = world.keys["double"]!;
    const src = `${world.host}/embed/double?key=${key}&origin=${encodeURIComponent(world.page.origin)}&lang=en&theme=auto#n1`;
    const sibling = world.sibling.page(
      "/thief",
      `<script>addEventListener("message", ({ data, source }) => {
        source.frames[0].postMessage(data, "*", [new MessageChannel().port2]); source.postMessage("tried", "*");
      })</script>`,
    );
    const body = `<iframe id="tool" src="${src}"></iframe><iframe id="thief" src="${sibling}"></iframe>`;
    const { tab } = await openWatched(context, pageWith("/own-loader", body));
    const heard = () => tab.evaluate(() => (window as unknown as { heard: { reply: string; nonce: string }[] }).heard);
    await expect.poll(async () => (await heard()).filter(({ nonce }) => nonce === "n1")).toHaveLength(1);
    await tab.evaluate(async (host) => {
      const { heard } = window as unknown as { heard: ({ reply: string; nonce: string } | "tried")[] };
      const { reply } = heard.find((data) => typeof data === "object" && data.nonce === "n1") as { reply: string };
      document
        .querySelector<HTMLIFrameElement>("#thief")!
        .contentWindow!.postMessage({ callboard: "channel", nonce: reply }, "*");
      while (!heard.includes("tried")) await new Promise((resolve) => setTimeout(resolve, 10));
      const frame = document.querySelector<HTMLIFrameElement>("#tool")!.contentWindow!;
      const options = {
        type: "options",
        lang: "en",
        theme: "auto",
        appearance: {},
        defaultValue: null,
        user: "",
        givesTokens: false,
      };
      const open = (nonce: string, label: string) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", ({ data }) =>
          (window as unknown as { told: unknown[] }).told.push([label, (data as { type: string }).type]),
        );
        port1.start();
        port1.postMessage({ type: "options" });
        port1.postMessage("nonsense");
        // Answers to nothing, and in no order.
        port1.postMessage({ type: "token", id: 7, token: "cbe_early" });
        port1.postMessage({ type: "focus" });
        port1.postMessage(options);
        frame.postMessage({ callboard: "channel", nonce }, host, [port2]);
      };
      open("guess", "wrong");
      open(reply, "right");
      open(reply, "again");
    }, world.host);
    await expect.poll(() => namesOn(tab)).toContain("ready");
    expect((await toldOn(tab)).filter(([label]) => label !== "right")).toEqual([]);
  });

  test("a frame that was navigated loses its channel, and the page says so", async () => {
    const enemy = world.attacker.page(
      "/replaced",
      `<script>parent.postMessage({ callboard: "hello", nonce: "", reply: "" }, "*")</script>`,
    );
    const { tab } = await openWatched(
      context,
      pageWith("/navigated", world.script + world.element("double", 'id="tool"')),
    );
    await submit(frameOf(tab)).waitFor();
    // Whoever navigates it, the page's own scripts or those of the frame.
    await tab.evaluate((address) => {
      const root = document.querySelector("#tool")!.firstElementChild!.shadowRoot!;
      root.querySelector("iframe")!.src = address;
    }, enemy);
    await tab.getByRole("button", { name: "Try again" }).waitFor();
    expect((await toldOn(tab)).at(-1)).toMatchObject(["tool", "failed", { code: "frame_not_loaded" }]);
    await tab.getByRole("button", { name: "Try again" }).click();
    await run(frameOf(tab), "3");
    await expect.poll(() => namesOn(tab)).toContain("completed");
  });

  test("stands in no page that it was not published for", async () => {
    const url = world.attacker.page("/thieves", RECORDER + world.script + world.element("double", 'id="tool"'));
    const tab = await context.newPage();
    await tab.goto(url);
    await tab.getByRole("button", { name: "Try again" }).waitFor();
    expect(await namesOn(tab)).toEqual(["failed"]);
  });
});

describe("a visitor's token", () => {
  test("is asked for, renewed when it has ended, and found nowhere but in its header", async () => {
    const { secretKey } = world.keys["double"]!;
    const ask = (path: string, body: object) =>
      fetch(`${world.host}/api/embed/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${secretKey}` },
        body: JSON.stringify(body),
      });
    const tokens: string[] = [];
    const { tab, complaints } = await openWatched(context, "about:blank");
    await tab.exposeFunction("freshToken", async () => {
      const { token } = (await (await ask("tokens", { origin: world.page.origin, subject: "ada" })).json()) as {
        token: string;
      };
      tokens.push(token);
      return token;
    });
    const shown = new Set<string>();
    const addresses: string[] = [];
    tab.on("request", (request) => {
      addresses.push(request.url() + JSON.stringify(request.headers()["referer"] ?? ""));
      shown.add((request.headers()["authorization"] ?? "").replace("Bearer ", ""));
    });
    const give = `<script>document.querySelector("#tool").getToken = () => freshToken()</script>`;
    await tab.goto(pageWith("/tokens", `${world.element("double", 'id="tool"')}${give}${world.script}`));
    await run(frameOf(tab), "4");
    await expect.poll(() => namesOn(tab)).toContain("completed");
    expect(tokens).toHaveLength(1);
    expect((await ask("tokens/revoke", { token: tokens[0] })).status).toBe(204);
    await run(frameOf(tab), "8");
    await expect.poll(async () => (await toldOn(tab)).filter(([, name]) => name === "completed")).toHaveLength(2);
    expect(tokens).toHaveLength(2);
    expect(tokens.every((token) => shown.has(token))).toBe(true);
    const everything = await Promise.all(
      tab.frames().map((frame) =>
        frame.evaluate(() => {
          const storageOf = (name: "localStorage" | "sessionStorage") => {
            try {
              return JSON.stringify({ ...window[name] });
            } catch {
              return "closed";
            }
          };
          const inner = [...document.querySelectorAll("*")].map(({ shadowRoot }) => shadowRoot?.innerHTML ?? "");
          const { told, heard } = window as unknown as { told?: unknown; heard?: unknown };
          return [
            document.documentElement.outerHTML,
            ...inner,
            JSON.stringify([told, heard]),
            storageOf("localStorage"),
            storageOf("sessionStorage"),
            document.cookie,
            location.href,
            window.name,
            JSON.stringify(history.state),
            JSON.stringify(performance.getEntries()),
          ].join("\n");
        }),
      ),
    );
    const places = [...everything, ...addresses, ...world.asked, ...complaints].join("\n");
    expect(places.length).toBeGreaterThan(1000);
    for (const token of tokens) expect(places).not.toContain(token);
    expect(complaints.filter((said) => !said.includes("401"))).toEqual([]);
  });

  test("is not made up where the page has none to give", async () => {
    const give = `<script>document.querySelector("#tool").getToken = () => { throw new Error("Signed out."); }</script>`;
    const { tab } = await openWatched(
      context,
      pageWith("/signed-out", `${world.element("double", 'id="tool"')}${give}${world.script}`),
    );
    await frameOf(tab).getByText("did not say who you are").waitFor();
    expect(await toldOn(tab)).toEqual([["tool", "failed", expect.objectContaining({ code: "no_token" })]]);
  });
});

describe("what the network does", () => {
  test("a byte changed in the loader: the browser refuses it", async () => {
    const tab = await context.newPage();
    const { file } = world.files.loader;
    await tab.route(`**/${file}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${await response.text()} ` });
    });
    await tab.goto(pageWith("/tampered", `${world.script}${world.element("double", 'id="tool"')}`));
    expect(await tab.evaluate(() => customElements.get("callboard-tool"))).toBeUndefined();
  });

  test("a frame that cannot be reached says so, and comes with the connection", async () => {
    const { tab } = await openWatched(context, "about:blank");
    await tab.route("**/embed/double?*", (route) => route.abort());
    await tab.goto(pageWith("/offline", `${world.script}${world.element("double", 'id="tool" lang="de"')}`));
    await tab.getByRole("button", { name: "Erneut versuchen" }).waitFor();
    expect(await namesOn(tab)).toEqual(["failed"]);
    await tab.unroute("**/embed/double?*");
    await tab.evaluate(() => dispatchEvent(new Event("online")));
    await submit(frameOf(tab)).waitFor();
  });
});

describe("a link to a result", () => {
  const shareIn = (frame: FrameLocator) => frame.getByRole("button", { name: "Share this result" });
  const linkIn = (frame: FrameLocator) => frame.getByRole("textbox", { name: "Read-only link" });

  test("is made and withdrawn by whoever ran it, shows that run alone, and ends with its key", async () => {
    const { key } = await world.publish("double", ["run", "cancel", "share"]);
    const element = `<callboard-tool id="tool" tool="double" publish-key="${key}"></callboard-tool>`;
    const { tab, complaints } = await openWatched(context, pageWith("/shares", world.script + element));
    const frame = frameOf(tab);
    await run(frame, "21");
    const make = async () => {
      await shareIn(frame).click();
      return linkIn(frame).inputValue();
    };
    const first = await make();
    expect(first).toContain(`${world.host}/api/shared/`);
    expect(await linkIn(frame).evaluate((link) => link === document.activeElement)).toBe(true);
    // Somebody else's browser.
    const other = await browser.newContext();
    const reader = await other.newPage();
    await reader.goto(first);
    await reader.getByText("42").first().waitFor();
    await expect.poll(() => reader.getByRole("button", { name: /run|share/i }).count()).toBe(0);
    await frame.getByRole("button", { name: "Withdraw" }).click();
    await linkIn(frame).waitFor({ state: "detached" });
    expect((await reader.goto(first))!.status()).toBe(404);
    const second = await make();
    expect((await reader.goto(second))!.status()).toBe(200);
    expect(await world.revoke(key)).toBe(true);
    expect((await reader.goto(second))!.status()).toBe(404);
    await other.close();
    expect(complaints).toEqual([]);
    // The page around learns nothing of it.
    expect(await namesOn(tab)).toEqual(["ready", "submitted", "completed"]);
  });

  test("is offered neither where its publisher did not allow it nor where the visitor's token does not", async () => {
    const { key, secretKey } = await world.publish("double", ["run", "cancel", "share"]);
    const { tab } = await openWatched(context, "about:blank");
    await tab.exposeFunction("runToken", async () => {
      const answer = await fetch(`${world.host}/api/embed/tokens`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${secretKey}` },
        body: JSON.stringify({ origin: world.page.origin, subject: "ada", actions: ["run"] }),
      });
      return ((await answer.json()) as { token: string }).token;
    });
    const element = `<callboard-tool id="token" tool="double" publish-key="${key}"></callboard-tool>
      <script>document.querySelector("#token").getToken = () => runToken()</script>`;
    const asked: string[] = [];
    tab.on("response", (answer) => {
      if (answer.url().endsWith("/shares")) asked.push(`${answer.request().method()} ${answer.status()}`);
    });
    await tab.goto(pageWith("/unshared", world.script + world.element("double", 'id="tool"') + element));
    for (const id of ["tool", "token"]) {
      await run(frameOf(tab, id), "4");
      await frameOf(tab, id).getByText("8", { exact: true }).waitFor();
    }
    await expect.poll(() => asked).toEqual(["GET 403"]);
    for (const id of ["tool", "token"]) expect(await shareIn(frameOf(tab, id)).count()).toBe(0);
  });
});

describe("on a coloured page", () => {
  /** Whether the frame's corner is what is behind it, as it is drawn. */
  const showsThrough = async (tab: Page) => {
    const { x, y } = (await tab.locator("#tool iframe").boundingBox())!;
    const dot = (dx: number) => tab.screenshot({ clip: { x: x + dx, y: y + 1, width: 2, height: 2 } });
    return (await dot(1)).equals(await dot(-6));
  };
  const rows: [name: string, style: string, attributes: string, system: "light" | "dark", expected: boolean][] = [
    ["of one scheme", "background: pink", "", "light", true],
    ["that is dark by its own colours", "background: midnightblue", 'theme="dark"', "light", true],
    ["of both schemes", "background: light-dark(pink, navy); color-scheme: light dark", "", "dark", true],
    // A light page and a dark form: what is read stands on its own ground.
    ["of the other scheme", "background: pink", "", "dark", false],
  ];
  test.each(rows)("%s, the form stands on what it can be read on", async (_, style, attributes, system, expected) => {
    const body = `<style>body { ${style} }</style>${world.script}${world.element("double", `id="tool" ${attributes}`)}`;
    const { tab } = await openWatched(context, "about:blank");
    await tab.emulateMedia({ colorScheme: system });
    await tab.goto(pageWith("/coloured", body));
    await submit(frameOf(tab)).waitFor();
    await expect.poll(() => showsThrough(tab)).toBe(expected);
  });

  test("its heading is the tool's name, unless the page has one", async () => {
    const body = `${world.script}${world.element("double", 'id="tool"')}${world.element("double", 'id="bare" heading="none"')}`;
    const { tab } = await openWatched(context, pageWith("/headed", body));
    await frameOf(tab).getByRole("heading", { name: "Double" }).waitFor();
    await submit(frameOf(tab, "bare")).waitFor();
    expect(await frameOf(tab, "bare").getByRole("heading").count()).toBe(0);
  });
});

describe("loaders of earlier releases", () => {
  test.each(Object.keys(readLoaderVersions().released))(
    "%s opens today's frame, and understands it",
    async (version) => {
      const own = `<script>
      const tool = document.querySelector("#tool");
      tool.appearance = { accent: "rgb(10, 125, 90)" }; tool.defaultValue = { value: 4 };
    </script>`;
      const body = `${world.released.get(version)}${world.element("double", 'id="tool" lang="de" theme="dark"')}${own}`;
      const { tab, complaints } = await openWatched(context, pageWith("/old", body));
      const worn = () =>
        submit(frameOf(tab)).evaluate((button) => [
          document.documentElement.lang,
          getComputedStyle(document.documentElement).colorScheme,
          getComputedStyle(button).getPropertyValue("--cb-accent"),
        ]);
      await expect.poll(worn).toEqual(["de", "dark", "rgb(10, 125, 90)"]);
      await submit(frameOf(tab)).click();
      await expect.poll(() => namesOn(tab)).toEqual(["ready", "submitted", "completed"]);
      expect((await toldOn(tab))[2]![2].output).toEqual({ result: 8 });
      const heights = async () => [
        await tab.locator("#tool iframe").evaluate((frame) => frame.getBoundingClientRect().height),
        await frameOf(tab)
          .locator(".cb-frame")
          .evaluate((root) => root.getBoundingClientRect().height),
      ];
      await expect.poll(async () => Math.abs((await heights()).reduce((one, other) => one - other))).toBeLessThan(1);
      await tab.evaluate(() => document.querySelector("#tool")!.setAttribute("theme", "light"));
      await expect.poll(async () => (await worn())[1]).toBe("light");
      await tab.evaluate(() => document.querySelector("#tool")!.remove());
      await expect.poll(() => tab.frames().length).toBe(1);
      expect(complaints).toEqual([]);
    },
  );

  test("two stand on one page: the first fills the elements, each mounts its own, and neither hears the other", async () => {
    const [oldest] = world.released.values();
    const { file } = world.files.loader.module;
    const add = `<div id="own"></div><script type="module">
      import { mount } from "${world.host}/embed/assets/${file}";
      mount(document.querySelector("#own"), { tool: "double", publishKey: "${world.keys["double"]!.key}" });
      window.isNewer = callboard.mount !== mount;
    </script>`;
    const body = `${oldest}${world.script}${world.element("double", 'id="tool"')}${add}`;
    const { tab, complaints } = await openWatched(context, pageWith("/two-loaders", body));
    await run(frameOf(tab), "2");
    await run(frameOf(tab, "own"), "3");
    const outputs = async () =>
      (await toldOn(tab)).flatMap(([id, name, { output }]) => (name === "completed" ? [[id, output]] : [])).toSorted();
    await expect.poll(outputs).toEqual([
      ["own", { result: 6 }],
      ["tool", { result: 4 }],
    ]);
    expect(await tab.evaluate(() => (window as unknown as { isNewer: boolean }).isNewer)).toBe(true);
    expect(complaints).toEqual([]);
  });
});

describe("many in a page", () => {
  test("twenty never take what is another's", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `t${index}`);
    const body = ids.map((id) => world.element("double", `id="${id}"`)).join("");
    const { tab, complaints } = await openWatched(context, pageWith("/twenty", world.script + body));
    await Promise.all(ids.map((id) => submit(frameOf(tab, id)).waitFor()));
    const some = ["t0", "t7", "t19"];
    for (const [index, id] of some.entries()) await run(frameOf(tab, id), String(index + 1));
    const completed = async () => (await toldOn(tab)).filter(([, name]) => name === "completed");
    await expect.poll(async () => (await completed()).length).toBe(3);
    const outputs = (await completed()).map(([id, , { output }]) => [id, output]);
    expect(new Map(outputs as [string, unknown][])).toEqual(
      new Map(some.map((id, index) => [id, { result: (index + 1) * 2 }])),
    );
    expect((await toldOn(tab)).filter(([, name]) => name === "ready")).toHaveLength(20);
    await tab.evaluate(() => document.querySelectorAll("callboard-tool").forEach((element) => element.remove()));
    await expect.poll(() => tab.frames().length).toBe(1);
    expect(complaints).toEqual([]);
  });
});

describe("in a window of 1280 × 1024 at 400 %", () => {
  test.each(["en", "ar"])("a form of thirty fields stays within its place, in %s", async (lang) => {
    const small = await browser.newContext({ viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 });
    const { tab } = await openWatched(
      small,
      pageWith(`/small-${lang}`, world.script + world.element("survey", `id="tool" lang="${lang}"`)),
    );
    await submit(frameOf(tab)).waitFor();
    expect(await sideways(tab)).toEqual([]);
    const inner = tab.frames().find((frame) => frame !== tab.mainFrame())!;
    expect(await inner.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await submit(frameOf(tab)).click();
    await expect.poll(() => namesOn(tab)).toContain("completed");
    await small.close();
  });
});

describe("a tool that acts", () => {
  /**
   * What pages do to a frame so that a person presses what they do not see: styles of what is around it, and of itself.
   */
  const attacks: [name: string, around: string, frame?: string, after?: string][] = [
    ["nothing", ""],
    ["a mask", "mask-image: linear-gradient(transparent, transparent)"],
    ["a mask of the frame itself", "", "mask-image: linear-gradient(transparent, transparent)"],
    ["a prefixed mask", "-webkit-mask-box-image: linear-gradient(transparent, transparent)"],
    ["a clip path", "clip-path: inset(70% 0 0 0)"],
    ["a crop", "inline-size: 260px; block-size: 56px; overflow: hidden"],
    ["a round crop", "inline-size: 260px; block-size: 260px; overflow: clip; border-radius: 50%"],
    ["contained paint", "inline-size: 260px; block-size: 56px; contain: paint"],
    ["the edge of the window", "position: fixed; inset-block-start: -90px"],
    ["opacity", "opacity: 0.01"],
    ["a filter", "filter: opacity(0)"],
    ["a blend", "mix-blend-mode: screen"],
    ["a scale", "transform: scale(0.05)"],
    ["a zoom", "zoom: 0.05"],
    ["a turn", "transform: rotate(180deg)"],
    [
      "a cover",
      "position: relative",
      "",
      '<div style="position: fixed; inset: 0; background: white; pointer-events: none"></div>',
    ],
  ];
  const values = { item: "te\u200ba" };
  const named = { order: "Order", reset: "Reset" };
  type Acting = keyof typeof named;

  const openActing = async (tool: Acting, [, around, frame = "", after = ""]: (typeof attacks)[number], more = "") => {
    const own = `<script>
      const tool = document.querySelector("#tool");
      tool.defaultValue = ${JSON.stringify(tool === "order" ? values : {})};
      ${more}
      customElements.whenDefined("callboard-tool").then(() => {
        tool.firstElementChild.shadowRoot.querySelector("iframe").style.cssText += ${JSON.stringify(`;${frame}`)};
      });
    </script>`;
    const url = pageWith(
      "/acts",
      `<div style="${around}">${world.element(tool, 'id="tool" style="display: block"')}${after}</div>${own}${world.script}`,
    );
    const { tab } = await openWatched(context, url);
    await expect.poll(() => namesOn(tab)).toEqual(["ready"]);
    return tab;
  };
  const runs = () => world.asked.filter((asked) => /^POST .*\/run$/.test(asked)).length;
  /** The window that opens on what is done. */
  const windowOf = async (act: () => Promise<void>, tool: Acting): Promise<Page> => {
    const opened = context.waitForEvent("page");
    await act();
    const own = await opened;
    await own.getByRole("heading", { name: `Run “${named[tool]}”?` }).waitFor();
    return own;
  };
  const runIn = (own: Page) => own.getByRole("button", { name: "Run", exact: true });
  /** Longer than a double click. */
  const read = (own: Page) => own.waitForTimeout(1_000);
  const pressKey = async (tab: Page) => {
    await tab.evaluate(() => document.querySelector<HTMLElement>("#tool")!.focus());
    const isThere = () =>
      frameOf(tab)
        .locator("input, textarea, button")
        .first()
        .evaluate((first) => first === document.activeElement);
    await expect.poll(isThere).toBe(true);
    await tab.keyboard.press("Enter");
  };

  test.each(attacks)(
    "is not sent from a frame under %s: a window asks, and what it shows is what runs",
    async (...attack) => {
      const tab = await openActing("order", attack);
      const before = runs();
      const own = await windowOf(() => pressKey(tab), "order");
      await own.getByText(`This tool is published for pages of ${new URL(world.page.origin).host}.`).waitFor();
      expect(await own.locator("dl").innerText()).toMatch(/Item\s+te⟨U\+200B⟩a/);
      expect(await namesOn(tab)).toEqual(["ready"]);
      expect(runs()).toBe(before);
      await read(own);
      await runIn(own).click();
      await expect.poll(() => namesOn(tab)).toEqual(["ready", "submitted", "completed"]);
      expect((await toldOn(tab)).at(-1)![2].output).toEqual({ ordered: values.item });
      await expect.poll(() => own.isClosed()).toBe(true);
      expect(runs()).toBe(before + 1);
    },
  );

  test("is not sent by a key in a frame of one pixel, where it asks for nothing", async () => {
    const tab = await openActing("reset", ["a pixel", "", "inline-size: 1px; block-size: 1px"]);
    const before = runs();
    const own = await windowOf(() => pressKey(tab), "reset");
    await own.getByText("It would run without any input.").waitFor();
    expect(runs()).toBe(before);
    await read(own);
    await runIn(own).click();
    await expect.poll(() => namesOn(tab)).toEqual(["ready", "submitted", "completed"]);
  });

  test("its window wears nothing that the page has chosen", async () => {
    const unseen = `tool.appearance = { text: "transparent", background: "white", accent: "white" }`;
    const tab = await openActing("order", ["colours", ""], unseen);
    const worn = (root: Page | FrameLocator) =>
      root.locator(".cb-frame").evaluate((frame) => getComputedStyle(frame).getPropertyValue("--callboard-text"));
    expect(await worn(frameOf(tab))).toBe("transparent");
    const own = await windowOf(() => pressKey(tab), "order");
    expect(await worn(own as unknown as FrameLocator)).toBe("");
  });

  test("a press that was meant for the page before, a held key and a window of a few pixels confirm nothing", async () => {
    const tab = await openActing("order", ["nothing", ""]);
    const before = runs();
    const own = await windowOf(() => pressKey(tab), "order");
    await runIn(own).dblclick();
    await own.getByRole("alert").getByText("Please read what will run").waitFor();
    // Each press begins the time anew.
    for (let presses = 0; presses < 6; presses++) {
      await own.waitForTimeout(300);
      await runIn(own).click();
    }
    await runIn(own).focus();
    for (let times = 0; times < 20; times++) await own.keyboard.down("Enter");
    await own.keyboard.up("Enter");
    await own.setViewportSize({ width: 110, height: 110 });
    await read(own);
    await runIn(own).focus();
    await own.keyboard.press("Enter");
    await own.getByRole("alert").getByText("too small").waitFor({ state: "attached" });
    expect(runs()).toBe(before);
    await own.setViewportSize({ width: 560, height: 640 });
    await read(own);
    // What is confirmed closes the window while its key is still down.
    await own.keyboard.down("Enter").catch(() => undefined);
    await expect.poll(() => namesOn(tab)).toEqual(["ready", "submitted", "completed"]);
    expect(runs()).toBe(before + 1);
  });

  test("a window that is closed, left or given up sends nothing, and the form stands as it was", async () => {
    const tab = await openActing("order", ["nothing", ""]);
    const before = runs();
    const ways = [
      (own: Page) => own.close(),
      (own: Page) => own.getByRole("button", { name: "Do not run" }).click(),
      () => frameOf(tab).getByRole("button", { name: "Cancel" }).click(),
    ];
    for (const leave of ways) {
      const own = await windowOf(() => pressKey(tab), "order");
      await frameOf(tab).getByText("A window has opened.").waitFor();
      await leave(own);
      await frameOf(tab).getByText("Nothing was sent").first().waitFor();
      await expect.poll(() => own.isClosed()).toBe(true);
      expect(await frameOf(tab).getByRole("textbox").inputValue()).toBe(values.item);
    }
    expect(runs()).toBe(before);
    expect(await namesOn(tab)).toEqual(["ready"]);
  });

  test("where the browser opens no window it says so, and sends nothing", async () => {
    const { tab } = await openWatched(context, "about:blank");
    await tab.addInitScript(() => void (window.open = () => null));
    await tab.goto(pageWith("/shut", `${world.script}${world.element("reset", 'id="tool"')}`));
    await submit(frameOf(tab)).waitFor();
    const before = runs();
    await submit(frameOf(tab)).click();
    await frameOf(tab).getByText("your browser did not open it").first().waitFor();
    expect(runs()).toBe(before);
  });

  test("its address, opened by a page in a window of its own choosing, asks as well", async () => {
    const { key } = world.keys["reset"]!;
    const src = `${world.host}/embed/reset?key=${key}&origin=${encodeURIComponent(world.page.origin)}&lang=en&theme=auto`;
    const { tab } = await openWatched(context, world.attacker.page("/opens", `<button>Win</button>`));
    const opened = context.waitForEvent("page");
    await tab.evaluate((address) => void open(address, "_blank", "popup,width=110,height=110"), src);
    const posed = await opened;
    const before = runs();
    await submit(posed as unknown as FrameLocator).waitFor();
    const own = await windowOf(() => submit(posed as unknown as FrameLocator).click(), "reset");
    expect(runs()).toBe(before);
    await own.close();
    await posed.close();
  });
});
