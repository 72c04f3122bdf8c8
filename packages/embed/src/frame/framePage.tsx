/** What runs in the page inside a frame, and in the window that it may open. `scripts/embed.mjs` builds it. */
import { directionOf } from "@callboard/react";
import { createRoot } from "react-dom/client";
import type { FrameMessage, FrameOptions, PageMessage } from "../protocol/messages.ts";
import { catalogueOf, english } from "./catalogueOf.ts";
import { createEmbedClient } from "./embedClient.ts";
import { Frame } from "./Frame.tsx";
import { loadStyle } from "./loadStyle.ts";
import { joinPeer, type Peer } from "./peer.ts";
import { Problem } from "./Problem.tsx";
import type { Sight } from "./seen.ts";
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

let catalogue = english;
let options: FrameOptions = {
  type: "options",
  lang: page.lang,
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
const end = () => (peer && !isWindow ? say({ type: "ended" }) : location.reload());

const anonymous = anonymousTokens(served, end);
const client = createEmbedClient(
  withTokens(
    {
      async next() {
        if (!options.givesTokens) return anonymous.next();
        return (await askPage()) || noToken(catalogue.words.noToken);
      },
    },
    served.origin,
  ),
);

/** The same tool in a window of its own, which no page can cover; it runs there, and this frame passes on what it tells. */
const openWindow = async (defaultValue: unknown): Promise<boolean> => {
  const { openPeer } = await import("./openPeer.ts");
  return openPeer(address, (message, tell) => {
    if (message === "opened") tell({ ...options, defaultValue });
    else if (message.type === "token") void askPage().then((token) => tell({ type: "token", id: message.id, token }));
    else if (message.type !== "height" && message.type !== "ready" && message.type !== "ended") say(message);
  });
};

/** Until it is known what is seen, nothing is. */
let sight: (() => Sight) | undefined;
if (served.acts && !isWindow) {
  sight = () => "covered";
  void import("./seen.ts").then(({ watchSight }) => {
    const watched = watchSight(root);
    sight = watched.now;
  });
}
const drawing = createRoot(root);
const draw = () => {
  page.lang = catalogue.language;
  page.dir = directionOf(page.lang);
  wear(page, options.theme, options.appearance);
  drawing.render(
    served.problem === "" ? (
      <Frame
        client={client}
        tool={served.tool}
        publishKey={served.key}
        title={document.title}
        options={options}
        catalogue={catalogue}
        shares={served.shares}
        say={say}
        sight={sight && (() => sight!())}
        openWindow={openWindow}
      />
    ) : (
      <Problem text={catalogue.words[served.problem]} retry={catalogue.words.retry} onRetry={end} />
    ),
  );
};
const apply = async (next: FrameOptions): Promise<void> => {
  options = next;
  const fetched = await catalogueOf(next.lang);
  // Meanwhile the page may have said something else.
  if (options !== next) return;
  catalogue = fetched;
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
if (served.problem !== "") say({ type: "failed", code: served.problem, message: catalogue.words[served.problem] });
