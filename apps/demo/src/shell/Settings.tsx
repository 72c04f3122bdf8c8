import { Settings2 } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { LanguageSwitch } from "./LanguageSwitch.tsx";
import { useWords } from "./LanguageProvider.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";
import { WorkspaceSwitch } from "./WorkspaceSwitch.tsx";

/** Whose tools there are, and how the page is drawn: workspace, language and theme. They stand in the bar, or behind a button where the bar has no room. */
export function Settings(): ReactNode {
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
    <div className="demo-settings" ref={own}>
      <button
        ref={button}
        type="button"
        className="demo-settings-toggle"
        aria-expanded={isOpen}
        aria-label={words.settings}
        title={words.settings}
        onClick={() => setOpen(!isOpen)}
      >
        <Settings2 size={18} aria-hidden />
      </button>
      <div className="demo-settings-panel" data-open={isOpen || undefined}>
        <WorkspaceSwitch />
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </div>
  );
}
