"use client";
import type { Timeline } from "@callboard/core";
import { createContext, useContext, useEffect } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { createPace, heardAgain, type SpokenPlace } from "../provider/pace.ts";
import { useLatest } from "../provider/useLatest.ts";
import { createAnnouncements, type Announced } from "./announcements.ts";
import { toolWords } from "./toolWords.ts";
import { cardEnglish } from "../messages/en.ts";
import type { CardTranslate } from "../messages/messages.ts";

/** True where the page says by itself how its calls go. */
export const AnnouncedContext = createContext(false);

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

/**
 * Says politely how the calls of the nearest timeline go, once for all cards that show it, and not more often than one
 * can hear.
 */
export function useAnnouncer(isEnabled: boolean): void {
  const { timeline, t, language } = useKit(cardEnglish);
  const isAnnounced = useContext(AnnouncedContext);
  const words = useLatest({ t, language });
  useEffect(() => {
    if (!timeline || isAnnounced || !isEnabled) return;
    const known = followed.get(timeline);
    if (known) known.users++;
    else {
      const tell = (news: readonly Announced[]) => {
        const { t: now, language: spoken } = words.current;
        say(announcement(news, now), spoken);
      };
      const stop = announce(timeline, tell, inRegion);
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

/** Tells what happens in a timeline from now on, at the pace of one who listens; returns the function that ends it. */
export function announce(
  timeline: Timeline,
  tell: (news: readonly Announced[]) => void,
  place?: SpokenPlace,
): () => void {
  const read = createAnnouncements(timeline);
  read();
  const pace = createPace(() => {
    // A call that was answered meanwhile waits no more.
    const news = read().filter(({ call, isAsk }) => {
      const node = timeline.getNode(call.id);
      return !isAsk || (node?.kind === "call" && node.status === call.status);
    });
    if (news.length > 0) tell(news);
    return news.length > 0;
  }, place);
  const stop = timeline.subscribe(pace.note);
  return () => {
    stop();
    pace.stop();
  };
}

/** One region a page, and one pace for all timelines that speak there, so that what is said never overlaps. */
let region: HTMLElement | null = null;
const inRegion: SpokenPlace = { quietAt: -Infinity };

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
  region.textContent = heardAgain(text, region.textContent);
}
