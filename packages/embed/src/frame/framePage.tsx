/** What runs in the page inside a frame, and in the window that it may open. `scripts/embed.mjs` builds it. */
import { directionOf } from "@callboard/react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import {
  readConfirmRequest,
  readPageMessage,
  type Confirmed,
  type ConfirmRequest,
  type FrameMessage,
  type FrameOptions,
  type PageMessage,
} from "../protocol/messages.ts";
import { askInWindow } from "./askInWindow.ts";
import { catalogueOf, english } from "./catalogueOf.ts";
import { createEmbedClient } from "./embedClient.ts";
import { Frame, KitIn } from "./Frame.tsx";
import { loadStyle } from "./loadStyle.ts";
import { joinPeer, type Peer } from "./peer.ts";
import { Problem } from "./Problem.tsx";
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

let peer: Peer<FrameMessage> | undefined;
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
        return (await askPage()) || noToken(catalogue.words.noToken);
      },
    },
    served.origin,
  ),
);

/**
 * What a page can lay over a frame, cut off it, mask or shrink, browsers tell only in part: a tool that acts is
 * confirmed in a window at the top, in the host's own colours.
 */
const ask = (input: unknown) => {
  const tool = client.known();
  const { lang, theme } = options;
  return tool && askInWindow(address, { type: "confirm", lang, theme, tool, input });
};

const drawing = createRoot(root);
const draw = (content: ReactNode) => {
  page.lang = catalogue.language;
  page.dir = directionOf(page.lang);
  drawing.render(content);
};
/** Draws once there are the words of a language. */
const drawIn = async (lang: string, isDue: () => boolean, content: () => ReactNode): Promise<void> => {
  const fetched = await catalogueOf(lang);
  // Meanwhile the page may have said something else.
  if (!isDue()) return;
  catalogue = fetched;
  draw(content());
};

const apply = (next: FrameOptions): Promise<void> => {
  options = next;
  return drawIn(
    next.lang,
    () => options === next,
    () => {
      wear(page, next.theme, next.appearance);
      return served.problem === "" ? (
        <Frame
          client={client}
          tool={served.tool}
          publishKey={served.key}
          title={document.title}
          options={next}
          catalogue={catalogue}
          shares={served.shares}
          say={say}
          ask={served.acts ? ask : undefined}
        />
      ) : (
        <Problem text={catalogue.words[served.problem]} retry={catalogue.words.retry} onRetry={end} />
      );
    },
  );
};

const onMessage = (message: PageMessage): void => {
  if (message.type === "options") void apply(message);
  else if (message.type === "focus") root.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
  else {
    asked.get(message.id)?.(message.token);
    asked.set(message.id, () => {});
  }
};

/**
 * In the window that a frame opened: what it asks, and nothing that the page around the frame has chosen but the
 * language and the scheme.
 */
const confirmFor = async (frame: Peer<Confirmed>, { lang, theme, tool, input }: ConfirmRequest): Promise<void> => {
  const { Confirm } = await import("./Confirm.tsx");
  wear(page, theme, {});
  const answer = (isConfirmed: boolean) => {
    // The frame closes this window once it has heard.
    if (isConfirmed) frame.send({ type: "confirmed" });
    else close();
  };
  await drawIn(
    lang,
    () => true,
    () => (
      <KitIn catalogue={catalogue} lang={lang}>
        <Confirm tool={tool} input={input} site={served.origin} lang={lang} words={catalogue.words} onAnswer={answer} />
      </KitIn>
    ),
  );
};

if (!isWindow) {
  peer = joinPeer({ window: parent, origin: served.origin, nonce, read: readPageMessage }, onMessage);
} else if (opener && nonce) {
  const frame: Peer<Confirmed> = joinPeer(
    { window: opener, origin: location.origin, nonce, read: readConfirmRequest },
    (request) => void confirmFor(frame, request),
  );
} else void apply(options);
let isStyled = false;
/** What a run shows is fetched when somebody turns to the form. */
const styleResults = () => {
  if (!isStyled) loadStyle(served.results);
  isStyled = true;
};
if (isWindow) styleResults();
else {
  watchHeight(root, (height, acted) => {
    say({ type: "height", height, acted });
    if (acted) styleResults();
  });
}
if (served.problem !== "") say({ type: "failed", code: served.problem, message: catalogue.words[served.problem] });
