"use client";
import { useEffect, useState, type Dispatch, type SetStateAction } from "react";
import { createPace, heardAgain } from "./pace.ts";

/** Follows a state that is put into words, and says them at the pace of one who listens. */
function followState(setText: Dispatch<SetStateAction<string>>) {
  let now = { words: "", about: "", isEnd: false };
  let said = "";
  let end = "";
  const pace = createPace(() => {
    const { about, isEnd } = now;
    if (about === said) return false;
    said = about;
    // An end that something else came after is no news where that is over.
    const words = isEnd && about === end ? "" : now.words;
    if (isEnd) end = about;
    setText((before) => words && heardAgain(words, before));
    return words !== "";
  });
  return {
    tell(words: string, about: string, isEnd: boolean) {
      now = { words, about, isEnd };
      pace.note();
    },
    stop: pace.stop,
  };
}

/**
 * The words of a state as they are announced, for a live region; `about` tells two states apart that have the same
 * words. A state in which something ends is said once, though others come between.
 */
export function useSpoken(words: string, about: string, isEnd = false): string {
  const [text, setText] = useState("");
  const [state] = useState(() => followState(setText));
  useEffect(() => state.tell(words, about, isEnd), [state, words, about, isEnd]);
  useEffect(() => state.stop, [state]);
  return text;
}
