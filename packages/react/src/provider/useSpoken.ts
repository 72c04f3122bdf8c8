"use client";
import { useEffect, useState, type Dispatch, type SetStateAction } from "react";
import { createPace, heardAgain } from "./pace.ts";

/** Follows a state that is put into words, and says them at the pace of one who listens. */
function followState(setText: Dispatch<SetStateAction<string>>) {
  let now = { words: "", about: "" };
  let said = "";
  const pace = createPace(() => {
    const { words, about } = now;
    if (about === said) return false;
    said = about;
    setText((before) => words && heardAgain(words, before));
    return words !== "";
  });
  return {
    tell(words: string, about: string) {
      now = { words, about };
      pace.note();
    },
    stop: pace.stop,
  };
}

/** The words of a state as they are announced, for a live region; `about` tells two states apart that have the same words. */
export function useSpoken(words: string, about: string): string {
  const [text, setText] = useState("");
  const [state] = useState(() => followState(setText));
  useEffect(() => state.tell(words, about), [state, words, about]);
  useEffect(() => state.stop, [state]);
  return text;
}
