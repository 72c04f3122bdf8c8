"use client";
import type { OutputKind } from "@callboard/core/view";
import { Ellipsis } from "lucide-react";
import { createContext, useContext, useEffect, useId, type ReactNode, type RefObject } from "react";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { MenuButton, type MenuGroup, type MenuItem } from "../provider/MenuButton.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { rootOf } from "../rootOf.ts";
import { useCommitEffect } from "../useCommitEffect.ts";
import { useStore, useStoresBeforePaint, type Store } from "../useStore.ts";

/** What can be done with a part of an output. */
export interface OutputAction extends MenuItem {
  /** It saves a file: it stays where a view shows what it names alone, and its author wants downloads. */
  isDownload?: boolean;
}

export const noActions: readonly OutputAction[] = [];

/** Which actions an output offers. */
export type OfferedActions = "all" | "downloads" | "none";

/** The part of an output whose actions are offered under one heading. */
interface MenuPart {
  label: string | undefined;
  element: RefObject<HTMLElement | null>;
}

interface Entry extends MenuPart {
  /** Of one part, those of a lower rank come first. */
  rank: number;
  actions: readonly OutputAction[];
}

/** The actions of all parts of one output, for its one menu. */
export interface OutputMenuStore extends Store<number> {
  set(key: string, entry: Entry): void;
  delete(key: string): void;
  /** The groups of the menu, in the order in which their parts stand on the page. */
  groups(): MenuGroup[];
  /**
   * What is chosen may draw all of the output anew, and the menu's button with it: the new one has the focus that the
   * old one had, unless it has gone elsewhere.
   */
  keepFocus: (button: HTMLButtonElement) => () => void;
}

export function createOutputMenu(): OutputMenuStore {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let hadFocus = false;
  const changing = (change: () => void) => {
    const before = entries.size;
    change();
    if (before !== entries.size) for (const listener of listeners) listener();
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    // How many offer something: whoever comes later is in a menu that is open already.
    read: () => entries.size,
    readOnServer: () => 0,
    set: (key, entry) => changing(() => (entry.actions.length > 0 ? entries.set(key, entry) : entries.delete(key))),
    delete: (key) => changing(() => entries.delete(key)),
    keepFocus(button) {
      const { activeElement, body } = button.ownerDocument;
      const isNowhere = activeElement === null || activeElement === body;
      if (hadFocus && isNowhere) button.focus({ preventScroll: true });
      hadFocus = false;
      return () => {
        hadFocus = rootOf(button).activeElement === button;
      };
    },
    groups() {
      const parts = new Map<Element | null, Entry[]>();
      for (const entry of entries.values()) {
        const element = entry.element.current;
        parts.set(element, [...(parts.get(element) ?? []), entry]);
      }
      return [...parts]
        .toSorted(([a], [b]) => (a && b && a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
        .map(([, of]) => ({
          label: of.find(({ label }) => label !== undefined)?.label,
          items: of.toSorted((a, b) => a.rank - b.rank).flatMap(({ actions }) => actions),
        }));
    },
  };
}

/** What is offered of the output around a block. */
export const OutputMenuContext = createContext<OutputMenuStore | null>(null);

/** The part around a tool of a block. */
export const MenuPartContext = createContext<MenuPart | null>(null);

/** The button of an output's menu, for the frame of its first block. */
export const MenuSlotContext = createContext<ReactNode>(null);

/** What the output around offers. */
export const OfferedContext = createContext<OfferedActions>("all");

/** Whether an output shows what its view names alone, without tools for the data behind it. */
export const useIsOnly = (): boolean => useContext(OfferedContext) !== "all";

/**
 * Offers actions in the menu of the output around. Where there is none, as in a tree that is opened in a cell, they
 * have a menu of their own, named after what they are for, which is returned. A view that shows what it names alone
 * offers downloads alone.
 */
export function useOutputActions(
  given: readonly OutputAction[],
  rank: number,
  label: string | undefined,
  part?: MenuPart,
): ReactNode {
  const { t } = useKit(viewEnglish);
  const menu = useContext(OutputMenuContext);
  const isOnly = useIsOnly();
  const around = useContext(MenuPartContext);
  const own = part ?? around;
  const id = useId();
  const actions = isOnly ? given.filter(({ isDownload }) => isDownload) : given;
  const store = own === null ? undefined : (menu ?? undefined);
  // What an action does is that of the last drawing; its words are read when the menu is opened.
  useCommitEffect(() => {
    if (store && own) store.set(id, { ...own, rank, actions });
  });
  useEffect(() => () => store?.delete(id), [store, id]);
  if (menu || isOnly || actions.length === 0) return null;
  return (
    <MenuButton
      isIcon
      label={label === undefined ? t("view.menu") : t("view.menu.of", { label })}
      groups={() => [{ items: actions }]}
    >
      <Ellipsis size={16} aria-hidden />
    </MenuButton>
  );
}

interface OutputMenuProps {
  store: OutputMenuStore;
  /** The kinds that the reader may choose among; fewer than two are no choice. */
  kinds: readonly OutputKind[];
  kind: OutputKind;
  onKind: (kind: OutputKind) => void;
  /** What can be done with the whole of the output. */
  actions?: readonly OutputAction[];
}

/**
 * Everything that can be done with an output: one button at its first line. There is none where nothing can be done.
 */
export function OutputMenu(props: OutputMenuProps): ReactNode {
  const { store, kinds, kind, onKind, actions = noActions } = props;
  const { t } = useKit(viewEnglish);
  useStoresBeforePaint();
  const hasActions = useStore(store) > 0;
  if (kinds.length < 2 && !hasActions && actions.length === 0) return null;
  const groups = (): MenuGroup[] => [
    {
      label: t("view.as"),
      items:
        kinds.length < 2
          ? []
          : kinds.map((one) => ({
              label: t(`view.as.${one}`),
              checked: one === kind,
              isChoice: true,
              run: () => onKind(one),
            })),
    },
    ...store.groups(),
    { items: actions },
  ];
  return (
    <MenuButton isIcon label={t("view.menu")} groups={groups} onButton={store.keepFocus}>
      <Ellipsis size={16} aria-hidden />
    </MenuButton>
  );
}
