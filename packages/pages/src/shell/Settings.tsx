import { Settings2 } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { useWords } from "./LanguageProvider.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

export interface SettingsProps {
  /** What else a reader chooses, before language and theme. */
  more?: ReactNode;
  /** What all of it is called; "Language and theme" unless given. */
  label?: string;
}

/** How the page is drawn: language and theme. They stand in the bar, or behind a button where the bar has no room. */
export function Settings({ more, label }: SettingsProps): ReactNode {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const own = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      if (!own.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [isOpen]);
  return (
    <div className="site-settings" ref={own}>
      <button
        ref={button}
        type="button"
        className="site-settings-toggle"
        aria-expanded={isOpen}
        aria-label={label ?? words.settings}
        title={label ?? words.settings}
        onClick={() => setOpen(!isOpen)}
      >
        <Settings2 size={18} aria-hidden />
      </button>
      <div className="site-settings-panel" data-open={isOpen || undefined}>
        {more}
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </div>
  );
}
