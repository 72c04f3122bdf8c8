import type { Steps } from "./slices.ts";

/** Told of a secret's place. `isNamed`: a name says that it is one, so that it is one wherever else it stands. */
export type Found = (from: number, to: number, isNamed?: boolean) => void;

/** Looks for secrets in a text. What it does for each character is bounded, and it pauses on the way. */
export type Finder = (text: string, found: Found) => Steps;

/** Characters between two pauses. */
export const STRIDE = 20_000;
