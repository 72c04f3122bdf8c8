"use client";
import type { OutputKind } from "@callboard/core/view";
import { Ellipsis } from "lucide-react";
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type ReactNode,
  type RefObject,
} from "react";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { MenuButton, type MenuGroup, type MenuItem } from "../provider/MenuButton.tsx";
import { useKit } from "../provider/ToolProvider.tsx";
import { useStore, type Store } from "../useStore.ts";

/** What can be done with a part of an output. */
export interface OutputAction extends MenuItem {
  /** It saves a file: it stays where a view shows what it names alone, and its author wants downloads. */
  isDownload?: boolean;
}

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
  groups(offered: OfferedActions): MenuGroup[];
}

export function createOutputMenu(): OutputMenuStore {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
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
    groups(offered) {
      const parts = new Map<Element | null, Entry[]>();
      for (const entry of entries.values()) {
        const element = entry.element.current;
        parts.set(element, [...(parts.get(element) ?? []), entry]);
      }
      return [...parts]
        .toSorted(([a], [b]) => (a && b && a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
        .map(([, of]) => ({
          label: of.find(({ label }) => label !== undefined)?.label,
          items: of
            .toSorted((a, b) => a.rank - b.rank)
            .flatMap(({ actions }) => actions.filter(({ isDownload = false }) => offered === "all" || isDownload)),
        }))
        .filter(({ items }) => items.length > 0);
    },
  };
}

/** What is offered of the output around a block. */
export const OutputMenuContext = createContext<OutputMenuStore | null>(null);

/** The part around a tool of a block. */
export const MenuPartContext = createContext<MenuPart | null>(null);

/** The button of an output's menu, for the frame of its first block. */
export const MenuSlotContext = createContext<ReactNode>(null);

/** Whether an output shows what its view names alone, without tools for the data behind it. */
export const OnlyContext = createContext(false);

/**
 * Offers actions in the menu of the output around. Where there is none, as in a tree that is opened in a cell, they
 * have a menu of their own, which is returned.
 */
export function useOutputActions(actions: readonly OutputAction[], rank: number, part?: MenuPart): ReactNode {
  const { t } = useKit(viewEnglish);
  const menu = useContext(OutputMenuContext);
  const isOnly = useContext(OnlyContext);
  const around = useContext(MenuPartContext);
  const own = part ?? around;
  const id = useId();
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const store = own === null ? undefined : (menu ?? undefined);
  // What an action does is that of the last drawing; its words are read when the menu is opened.
  useLayoutEffect(() => {
    if (store && own) store.set(id, { ...own, rank, actions });
  });
  useEffect(() => () => store?.delete(id), [store, id]);
  if (menu || isOnly || actions.length === 0) return null;
  return (
    <MenuButton isIcon label={t("view.menu")} groups={() => [{ items: latest.current }]}>
      <Ellipsis size={16} aria-hidden />
    </MenuButton>
  );
}

interface OutputMenuProps {
  store: OutputMenuStore;
  offered: OfferedActions;
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
  const { store, offered, kinds, kind, onKind, actions = [] } = props;
  const { t } = useKit(viewEnglish);
  const hasActions = useStore(store) > 0;
  if (offered === "none" || (kinds.length < 2 && !hasActions && actions.length === 0)) return null;
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
    ...store.groups(offered),
    { items: actions },
  ];
  return (
    <MenuButton isIcon label={t("view.menu")} groups={groups}>
      <Ellipsis size={16} aria-hidden />
    </MenuButton>
  );
}
