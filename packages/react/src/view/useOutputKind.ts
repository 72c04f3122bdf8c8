"use client";
import type { OutputKind } from "@callboard/core/view";
import { useMemo, useState } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import type { ViewChoices } from "../provider/viewChoices.ts";
import { useStore, type Store } from "../useStore.ts";

/**
 * The kind in which a tool's output is shown: what the reader chose here, else for the tool before, where it fits; else
 * its own blocks.
 */
export function useOutputKind(
  slug: string | undefined,
  kinds: readonly OutputKind[],
): [OutputKind, (kind: OutputKind) => void] {
  const { viewChoices } = useKit();
  const [chosen, setChosen] = useState<OutputKind>();
  // A server, which knows no choices, draws the blocks.
  const store = useMemo<Store<string | undefined>>(
    () => ({
      subscribe: () => () => {},
      read: () => (slug === undefined ? undefined : read(viewChoices, slug)),
      readOnServer: () => undefined,
    }),
    [viewChoices, slug],
  );
  const kept = useStore(store);
  const wanted = chosen ?? kept;
  const choose = (kind: OutputKind) => {
    setChosen(kind);
    try {
      if (slug !== undefined) viewChoices.set(slug, kind);
    } catch {
      // Storage is full or closed; the choice holds for this output.
    }
  };
  return [kinds.find((kind) => kind === wanted) ?? "blocks", choose];
}

function read(choices: ViewChoices, slug: string): string | undefined {
  try {
    return choices.get(slug);
  } catch {
    return undefined;
  }
}
