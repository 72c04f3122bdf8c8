/** What runs in the page inside a frame, and in the window that it may open. `scripts/embed.mjs` builds it. */
import { directionOf, type Messages } from "@callboard/react";
import { createRoot } from "react-dom/client";
import type { FrameMessage, FrameOptions, PageMessage } from "../protocol/messages.ts";
import { createEmbedClient } from "./embedClient.ts";
import { Frame } from "./Frame.tsx";
import { frameWords } from "./frameWords.ts";
import { loadStyle } from "./loadStyle.ts";
import { messagesOf } from "./messagesOf.ts";
import { joinPeer, openPeer, type Peer } from "./peer.ts";
import { Problem } from "./Problem.tsx";
import { watchSight } from "./seen.ts";
import { readServed } from "./served.ts";
import { anonymousTokens, noToken, withTokens } from "./tokens.ts";
import { watchHeight } from "./watchHeight.ts";
import { wear } from "./wear.ts";

const page = document.documentElement;
const root = document.body.firstElementChild as HTMLElement;
const served = readServed(root);
const isWindow = parent === window;
const opener = window.opener as Window | null;
const address = location.pathname + location.search;
const nonce = location.hash.slice(1);
// What the page proved itself with is for this load alone.
history.replaceState(null, "", address);
root.className = "callboard cb-frame";

let language = page.lang;
let words = frameWords(language);
let messages: Messages | undefined;
let options: FrameOptions = {
  type: "options",
  lang: language,
  theme: page.dataset["theme"] ?? "auto",
  appearance: {},
  defaultValue: undefined,
  user: "",
  givesTokens: false,
};

const asked = new Map<number, (token: string) => void>();
const askPage = () =>
  new Promise<string>((resolve) => {
    const id = asked.size;
    asked.set(id, resolve);
    say({ type: "token", id });
  });

let peer: Peer | undefined;
const say = (message: FrameMessage): void => {
  try {
    peer?.send(message);
  } catch {
    // An output that cannot pass between windows stays in this one.
    if (message.type === "completed") peer?.send({ ...message, output: null });
  }
};
const end = () => (peer ? say({ type: "ended" }) : location.reload());

const anonymous = anonymousTokens(served, end);
const client = createEmbedClient(
  withTokens(
    {
      async next() {
        if (!options.givesTokens) return anonymous.next();
        return (await askPage()) || noToken(words.noToken);
      },
    },
    served.origin,
  ),
);

/** The same tool in a window of its own, which no page can cover; it runs there, and this frame passes on what it tells. */
const openWindow = (defaultValue: unknown): boolean =>
  openPeer(address, (message, tell) => {
    if (message === "opened") tell({ ...options, defaultValue });
    else if (message.type === "token") void askPage().then((token) => tell({ type: "token", id: message.id, token }));
    else if (message.type !== "height" && message.type !== "ready" && message.type !== "ended") say(message);
  }) !== undefined;

const sight = served.acts && !isWindow ? watchSight(root) : undefined;
const drawing = createRoot(root);
const draw = () => {
  page.lang = options.lang || "en";
  page.dir = directionOf(page.lang);
  wear(page, options.theme, options.appearance);
  drawing.render(
    served.problem === "" ? (
      <Frame
        client={client}
        tool={served.tool}
        publishKey={served.key}
        title={document.title}
        options={{ ...options, lang: language }}
        messages={messages}
        words={words}
        say={say}
        sight={sight?.now}
        openWindow={openWindow}
      />
    ) : (
      <Problem text={words[served.problem]} retry={words.retry} onRetry={end} />
    ),
  );
};
const apply = async (next: FrameOptions): Promise<void> => {
  options = next;
  const wanted = next.lang.toLowerCase().split("-")[0]!;
  if (wanted !== language || messages === undefined) {
    const fetched = await messagesOf(wanted).catch(() => undefined);
    // Meanwhile the page may have said another.
    if (options !== next) return;
    messages = fetched;
    language = fetched || wanted === "en" ? next.lang : "en";
    words = frameWords(wanted);
  }
  draw();
};

const onMessage = (message: PageMessage): void => {
  if (message.type === "options") void apply(message);
  else if (message.type === "focus") root.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
  else {
    asked.get(message.id)?.(message.token);
    asked.set(message.id, () => {});
  }
};

if (!isWindow) peer = joinPeer({ window: parent, origin: served.origin, nonce }, onMessage);
else if (opener && nonce) peer = joinPeer({ window: opener, origin: location.origin, nonce }, onMessage);
else void apply(options);
if (!isWindow) watchHeight(root, (height) => say({ type: "height", height }));
loadStyle(served.results);
if (served.problem !== "") say({ type: "failed", code: served.problem, message: words[served.problem] });
