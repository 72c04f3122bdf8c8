import { readFrameMessage, readHello, type PageMessage } from "../protocol/messages.ts";
import type { EmbedOptions, MountedEmbed } from "./embedOptions.ts";
import { languageOf, words } from "./words.ts";

/** How long a frame may take until its form is there, in milliseconds. */
const PATIENCE = 20_000;
/** How long it may stay silent after its document has loaded: a blocked frame loads an error page. */
const SILENCE = 4_000;
/** The tallest that a frame grows, in CSS pixels; it scrolls beyond. */
const TALLEST = 20_000;

/** What is kept free where neither the page nor its options say, in CSS pixels. */
const DEFAULT_HEIGHT = 320;

/** Which options another frame is loaded for. */
const isOther = (one: EmbedOptions, other: EmbedOptions) =>
  one.host !== other.host || one.tool !== other.tool || one.publishKey !== other.publishKey;

/**
 * Shows a tool's frame inside `root`, and tells `target` what happens there by events. It touches nothing else of the
 * page: what it styles it styles by the object model, which every policy allows, and it calls no method of arrays,
 * which pages replace.
 */
export function openFrame(target: HTMLElement, root: ShadowRoot | HTMLElement, first: EmbedOptions): MountedEmbed {
  const page = target.ownerDocument;
  const view = page.defaultView!;
  let options = first;
  let close = () => {};
  let tell = (_message: PageMessage) => {};
  let isGone = false;
  let frame: HTMLIFrameElement;

  const make = <Name extends keyof HTMLElementTagNameMap>(name: Name, style: string): HTMLElementTagNameMap[Name] => {
    const element = page.createElement(name);
    element.style.cssText = style;
    return element;
  };
  const emit = (name: string, detail: unknown) =>
    target.dispatchEvent(new view.CustomEvent(`callboard:${name}`, { bubbles: true, composed: true, detail }));
  const langNow = () =>
    options.lang || (target.closest("[lang]") as HTMLElement | null)?.lang || view.navigator.language;

  const sendOptions = () => {
    const { theme = "auto", appearance = {}, defaultValue, getToken, user = "", heading } = options;
    // A frame of the same scheme as its page shows what is behind it; an `auto` one follows the page's own.
    frame.style.colorScheme = theme === "light" || theme === "dark" ? theme : "";
    const message = { type: "options", lang: langNow(), theme, user, heading, givesTokens: !!getToken } as const;
    try {
      tell({ ...message, appearance: { ...appearance }, defaultValue });
    } catch {
      // Functions and the like do not pass between windows.
      tell({ ...message, appearance: {}, defaultValue: undefined });
      emit("failed", { code: "invalid_options", message: "appearance and defaultValue are plain data." });
    }
  };

  const open = () => {
    close();
    const host = new URL(options.host ?? "", view.location.href).origin;
    const nonce = view.crypto.randomUUID();
    let port: MessagePort | undefined;
    let documents = 0;
    let isReady = false;
    /** How tall the content is, once the frame has said so, and whether somebody has done something in it. */
    let content = 0;
    let hasActed = false;
    /** What the page keeps free for it, in CSS pixels: by its own style, or by the option. */
    const room = () => Math.max(options.height ?? 0, parseFloat(view.getComputedStyle(target).minHeight) || 0);
    const fit = () => {
      const kept = room();
      const { bottom } = target.getBoundingClientRect();
      // Until somebody acts there, nothing that is seen below it moves: what does not fit is scrolled to.
      const isHeld = kept > 0 && !hasActed && bottom < view.innerHeight;
      const height = isHeld ? kept : Math.max(kept, content);
      frame.style.height = `${Math.min(height || DEFAULT_HEIGHT, TALLEST)}px`;
    };
    const language = languageOf(langNow());
    const said = words[language];

    const box = make("div", "display:block;position:relative;font:14px system-ui");
    box.lang = language;
    box.dir = language === "ar" ? "rtl" : "ltr";
    const bone = make("div", "position:absolute;inset:0;border-radius:8px;background:#8882");
    box.ariaBusy = "true";
    frame = make("iframe", `display:block;border:0;width:100%`);
    fit();
    const problem = make(
      "div",
      "display:none;position:absolute;inset:0;padding:16px;background:Canvas;color:CanvasText",
    );
    problem.setAttribute("role", "alert");

    const fail = () => {
      const text = make("p", "margin-top:0");
      text.textContent = said.late;
      const retry = make("button", "font:inherit;min-height:44px;padding:0 16px");
      retry.type = "button";
      retry.textContent = said.retry;
      retry.addEventListener("click", () => {
        open();
        focus();
      });
      problem.replaceChildren(text, retry);
      problem.style.display = "block";
      frame.style.visibility = "hidden";
      box.ariaBusy = null;
      bone.remove();
      emit("failed", { code: view.navigator.onLine ? "frame_not_loaded" : "offline", message: said.late });
    };
    const reveal = () => {
      box.ariaBusy = null;
      isReady = true;
      view.clearTimeout(late);
      bone.remove();
      problem.style.display = "none";
      frame.style.visibility = "";
    };
    const cut = () => {
      port?.close();
      port = undefined;
      tell = () => {};
    };
    const lose = () => {
      cut();
      fail();
    };
    const late = view.setTimeout(fail, PATIENCE);
    let silent = 0;

    const onMessage = ({ data }: MessageEvent) => {
      const message = readFrameMessage(data);
      if (!message || !port) return;
      const { type } = message;
      if (type === "height") {
        content = Math.ceil(message.height);
        hasActed = message.acted !== false;
        fit();
      } else if (type === "ready") {
        reveal();
        frame.title = message.label;
        emit(type, {});
      } else if (type === "token") {
        const answer = (token: unknown) => {
          tell({ type, id: message.id, token: typeof token === "string" ? token : "" });
        };
        // A page's function may do anything, throw too.
        new Promise((resolve) => resolve(options.getToken?.())).then(answer, () => answer(""));
      } else if (type === "ended") {
        open();
      } else {
        const { run } = message;
        // What cannot be shown is said in the frame.
        if (type === "failed") reveal();
        if (type === "submitted") emit(type, { run });
        else if (type === "completed") emit(type, { run, output: message.output });
        else emit(type, { code: message.code, message: message.message, run });
      }
    };
    const onWindowMessage = ({ data, origin, source }: MessageEvent) => {
      const hello = readHello(data);
      if (!hello || origin !== host || source !== frame.contentWindow || hello.nonce !== nonce || port) return;
      const channel = new view.MessageChannel();
      port = channel.port1;
      const own = channel.port1;
      own.addEventListener("message", onMessage);
      own.start();
      // A port has one other end, and names no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      tell = (message) => own.postMessage(message);
      view.clearTimeout(silent);
      frame.contentWindow!.postMessage({ callboard: "channel", nonce: hello.reply }, host, only(channel.port2));
      sendOptions();
    };
    const onLoad = () => {
      documents += 1;
      // Another document has come into the frame: whoever made it, the channel was not for them.
      if (documents > 1) lose();
      else if (!port) silent = view.setTimeout(fail, SILENCE);
    };
    const onOnline = () => {
      if (!isReady) open();
    };

    frame.title = options.tool;
    frame.referrerPolicy = "no-referrer";
    frame.allow = "clipboard-write";
    frame.addEventListener("load", onLoad);
    view.addEventListener("message", onWindowMessage);
    view.addEventListener("online", onOnline);
    frame.src = `${host}/embed/${encodeURIComponent(options.tool)}?${new URLSearchParams({
      key: options.publishKey,
      origin: view.location.origin,
      lang: langNow(),
      theme: options.theme ?? "auto",
    })}#${nonce}`;
    sendOptions();
    root.appendChild(box);
    box.append(frame, bone, problem);
    close = () => {
      cut();
      view.clearTimeout(late);
      view.clearTimeout(silent);
      view.removeEventListener("message", onWindowMessage);
      view.removeEventListener("online", onOnline);
      frame.removeEventListener("load", onLoad);
      box.remove();
      close = () => {};
    };
  };

  const focus = () => {
    frame.focus();
    tell({ type: "focus" });
  };

  open();
  return {
    focus,
    update(changed) {
      const before = options;
      options = { ...before, ...changed };
      if (isGone) return;
      if (isOther(before, options)) open();
      else sendOptions();
    },
    unmount() {
      isGone = true;
      close();
    },
  };
}

/**
 * A list of one port that needs nothing of the page's arrays: its `Symbol.iterator` may not be the browser's any more.
 */
function only(port: MessagePort): Transferable[] {
  return {
    *[Symbol.iterator]() {
      yield port;
    },
  } as unknown as Transferable[];
}
