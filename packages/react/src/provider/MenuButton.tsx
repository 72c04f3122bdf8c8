"use client";
import { Check, type LucideIcon } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { rootOf } from "../rootOf.ts";
import { useCommitEffect } from "../useCommitEffect.ts";

/** What a menu offers. */
export interface MenuItem {
  label: string;
  icon?: LucideIcon;
  /** Whether it is on: one of several choices, or a switch of its own. Without it the item is an act. */
  checked?: boolean;
  isChoice?: boolean;
  /** Called once the menu is closed and its button has the focus. A text that comes of it is said beside the button. */
  run: () => void | Promise<string | void>;
}

/** Items that belong together. */
export interface MenuGroup {
  label?: string | undefined;
  items: readonly MenuItem[];
}

/** Pixels between a menu and its button, and between it and the edge of the page. */
const GAP = 4;
/** Milliseconds for which an answer stands. */
const ANSWERED_MS = 4_000;

interface MenuButtonProps {
  /** The name of the menu, and of its button unless that has words of its own. */
  label: string;
  children: ReactNode;
  isIcon?: boolean;
  /** What it holds, asked for while it is open. */
  groups: () => readonly MenuGroup[];
  /** Called with its button once that is on the page; what it returns is called before the button goes. */
  onButton?: (button: HTMLButtonElement) => () => void;
}

/** A button that opens a menu above everything else on the page: by pointer, Enter, Space and the arrow keys. */
export function MenuButton({ label, children, isIcon = false, groups, onButton }: MenuButtonProps): ReactNode {
  const [shown, setShown] = useState<{ from: "first" | "last" } | null>(null);
  const [answer, setAnswer] = useState("");
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const isOpen = shown !== null;
  const open = (from: "first" | "last") => setShown({ from });
  const offered = isOpen ? groups().filter(({ items }) => items.length > 0) : [];
  const close = () => setShown(null);
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (root.current && !event.composedPath().includes(root.current)) setShown(null);
    };
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, [isOpen]);
  useCommitEffect(() => (button.current ? onButton?.(button.current) : undefined), [onButton]);
  useCommitEffect(() => {
    const list = menu.current;
    if (!shown || !list) return;
    list.showPopover?.();
    const keepPlace = () => button.current && place(list, button.current);
    keepPlace();
    itemsIn(list)
      .at(shown.from === "first" ? 0 : -1)
      ?.focus({ preventScroll: true });
    window.addEventListener("resize", keepPlace);
    const followScroll = (event: Event) => {
      if (!event.composedPath().includes(list)) keepPlace();
    };
    document.addEventListener("scroll", followScroll, { capture: true, passive: true });
    return () => {
      window.removeEventListener("resize", keepPlace);
      document.removeEventListener("scroll", followScroll, { capture: true });
    };
  }, [shown]);
  useEffect(() => {
    if (answer === "") return;
    const timer = setTimeout(() => setAnswer(""), ANSWERED_MS);
    return () => clearTimeout(timer);
  }, [answer]);

  const choose = ({ run }: MenuItem): void => {
    close();
    button.current?.focus();
    setAnswer("");
    void Promise.resolve(run()).then((words) => words && setAnswer(words));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!isOpen) {
      const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
      if (!isArrow) return;
      event.preventDefault();
      return open(event.key === "ArrowDown" ? "first" : "last");
    }
    const items = itemsIn(menu.current);
    const at = items.findIndex((item) => item === rootOf(item).activeElement);
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
      button.current?.focus();
    } else if (event.key === "Tab") close();
    else {
      const next = itemAfter(items, at, event);
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      next.focus();
    }
  };
  return (
    // The keys are those of the menu inside.
    <div role="presentation" className="cb-menu" ref={root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className="cb-button"
        data-variant="quiet"
        data-icon-only={isIcon ? "" : undefined}
        title={isIcon ? label : undefined}
        aria-label={isIcon ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => (isOpen ? close() : open("first"))}
      >
        {children}
      </button>
      {shown && (
        <div ref={menu} className="cb-menu-list" role="menu" id={id} aria-label={label} popover="manual">
          {offered.map((group, index) => (
            <MenuGroupView key={index} group={group} isOnly={offered.length === 1} onChoose={choose} />
          ))}
        </div>
      )}
      <span className="cb-menu-answer" role="status">
        {answer}
      </span>
    </div>
  );
}

interface MenuGroupViewProps {
  group: MenuGroup;
  isOnly: boolean;
  onChoose: (item: MenuItem) => void;
}

function MenuGroupView({ group: { label, items }, isOnly, onChoose }: MenuGroupViewProps): ReactNode {
  const id = useId();
  const isNamed = label !== undefined;
  return (
    <div
      className="cb-menu-group"
      {...(isOnly && !isNamed ? {} : { role: "group", ...(isNamed && { "aria-labelledby": id }) })}
    >
      {isNamed && (
        <div id={id} className="cb-menu-heading" dir="auto" role="presentation">
          {label}
        </div>
      )}
      {items.map((item) => {
        const { label: words, icon: Icon, checked, isChoice } = item;
        const isSwitch = checked !== undefined;
        return (
          <button
            key={words}
            type="button"
            role={isSwitch ? (isChoice ? "menuitemradio" : "menuitemcheckbox") : "menuitem"}
            aria-checked={checked}
            tabIndex={-1}
            onClick={() => onChoose(item)}
          >
            <span className="cb-menu-mark" aria-hidden>
              {isSwitch ? checked && <Check size={14} /> : Icon && <Icon size={14} />}
            </span>
            <span dir="auto">{words}</span>
          </button>
        );
      })}
    </div>
  );
}

const itemsIn = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

/** The item that a key leads to: by arrow round the menu, to its ends, or to the next that begins with a letter. */
function itemAfter(items: readonly HTMLElement[], at: number, event: KeyboardEvent): HTMLElement | undefined {
  const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (to !== undefined) return items.at(to % items.length);
  if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const letter = event.key.toLowerCase();
  const round = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  return round.find((item) => item.textContent.trim().toLowerCase().startsWith(letter));
}

/** Puts a menu within the page, below its button or above it where there is more room; it stays scrolled as it is. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const below = clientHeight - at.bottom - 2 * GAP;
  const above = at.top - 2 * GAP;
  const { scrollTop } = menu;
  menu.style.maxBlockSize = "";
  const isAbove = menu.offsetHeight > below && above > below;
  menu.style.maxBlockSize = `${Math.max(0, isAbove ? above : below)}px`;
  const isRtl = getComputedStyle(button).direction === "rtl";
  const left = isRtl ? at.left : at.right - menu.offsetWidth;
  menu.style.left = `${Math.max(GAP, Math.min(left, clientWidth - menu.offsetWidth - GAP))}px`;
  menu.scrollTop = scrollTop;
  menu.style.top = `${isAbove ? at.top - GAP - menu.offsetHeight : at.bottom + GAP}px`;
}
