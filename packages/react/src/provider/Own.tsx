"use client";
import type { ReactNode } from "react";
import { BrokenNote } from "./BrokenNote.tsx";
import { Contained } from "./Contained.tsx";

export interface OwnProps {
  /** Where an app put the component: slot and key. */
  slot: string;
  /** What it is drawn from: another value tries again after an error. */
  from: readonly unknown[];
  /** What the kit draws in its place. */
  standard: ReactNode;
  children: ReactNode;
}

/** An app's own component at a slot; where it throws, the kit's stands below a note that names the slot. */
export function Own({ slot, from, standard, children }: OwnProps): ReactNode {
  return (
    <Contained
      from={from}
      renderInstead={(error) => (
        <>
          <BrokenNote error={error} what="slot" slot={slot} />
          {standard}
        </>
      )}
    >
      {children}
    </Contained>
  );
}
