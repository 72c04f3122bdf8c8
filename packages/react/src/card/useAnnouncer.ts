"use client";
import type { Timeline } from "@callboard/core";
import { createContext, useContext, useEffect } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useLatest } from "../provider/useLatest.ts";
import { createAnnouncements, type Announced } from "./announcements.ts";
import { toolWords } from "./toolWords.ts";
import { cardEnglish } from "../messages/en.ts";
import type { CardTranslate } from "../messages/messages.ts";

/** True where the page says by itself how its calls go. */
export const AnnouncedContext = createContext(false);

/** Milliseconds between two announcements: time to hear one out. */
export const PAUSE = 2000;

/** Milliseconds in which changes come together. */
export const SOON = 250;

/** More calls than these are counted, not named. */
const NAMED = 3;

/** What is said of several changes: what waits for a person comes first, and alone. */
export function announcement(news: readonly Announced[], t: CardTranslate): string {
  const asks = news.filter(({ isAsk }) => isAsk);
  const told = asks.length > 0 ? asks : news;
  if (told.length > NAMED) return t(asks.length > 0 ? "announce.asks" : "announce.ends", { count: told.length });
  return told
    .map(({ call }) =>
      t("call.announce", { name: call.title ?? toolWords(call.tool), status: t(`call.status.${call.status}`) }),
    )
    .join(". ");
}

const followed = new WeakMap<Timeline, { users: number; stop: () => void }>();

/** Says politely how the calls of the nearest timeline go, once for all cards that show it, and not more often than one can hear. */
export function useAnnouncer(isEnabled: boolean): void {
  const { timeline, t, language } = useKit(cardEnglish);
  const isAnnounced = useContext(AnnouncedContext);
  const words = useLatest({ t, language });
  useEffect(() => {
    if (!timeline || isAnnounced || !isEnabled) return;
    const known = followed.get(timeline);
    if (known) known.users++;
    else {
      const stop = announce(timeline, (news) => {
        const { t: now, language: spoken } = words.current;
        say(announcement(news, now), spoken);
      });
      followed.set(timeline, { users: 1, stop });
    }
    return () => {
      const entry = followed.get(timeline);
      if (!entry || --entry.users > 0) return;
      entry.stop();
      followed.delete(timeline);
    };
  }, [timeline, isAnnounced, isEnabled, words]);
}

/** Tells what happens in a timeline from now on, at most once in a pause; returns the function that ends it. */
export function announce(timeline: Timeline, tell: (news: readonly Announced[]) => void): () => void {
  const read = createAnnouncements(timeline);
  read();
  let news: Announced[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    news.push(...read());
    // A call that was answered meanwhile waits no more.
    const now = news.filter(({ call, isAsk }) => {
      const node = timeline.getNode(call.id);
      return !isAsk || (node?.kind === "call" && node.status === call.status);
    });
    news = [];
    if (now.length === 0) return;
    tell(now);
    timer = setTimeout(flush, PAUSE);
  };
  // A change only sets the clock: what streams costs nothing more.
  const stop = timeline.subscribe(() => void (timer ??= setTimeout(flush, SOON)));
  return () => {
    stop();
    clearTimeout(timer);
  };
}

let region: HTMLElement | null = null;

/** One region a page, so that what is said never overlaps. */
function say(text: string, { lang, dir }: { lang?: string; dir?: string }): void {
  if (!region?.isConnected) {
    region = document.createElement("div");
    region.setAttribute("role", "status");
    region.setAttribute("data-callboard-announcer", "");
    Object.assign(region.style, {
      position: "absolute",
      inlineSize: "1px",
      blockSize: "1px",
      overflow: "hidden",
      clipPath: "inset(50%)",
      whiteSpace: "nowrap",
    });
    document.body.append(region);
  }
  region.lang = lang ?? "";
  region.dir = dir ?? "";
  // The same text again is heard only where it differs.
  region.textContent = text === region.textContent ? `${text}\u00a0` : text;
}
