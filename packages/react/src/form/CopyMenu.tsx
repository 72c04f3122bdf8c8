"use client";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { copyText, type CopyFormat } from "./copyFormats.ts";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { useFormScope } from "../field/api/formContext.ts";
import { rootOf } from "../rootOf.ts";
import { usePartWords } from "./usePartWords.ts";

/** Takes the form's value elsewhere: as JSON, as a request from a shell, as a call in code. */
export function CopyMenu({ slug, url }: { slug: string | undefined; url: string | undefined }): ReactNode {
  const { store } = useFormScope();
  const t = usePartWords();
  const [open, setOpen] = useState(false);
  const [answer, setAnswer] = useState("");
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      if (root.current && !event.composedPath().includes(root.current)) setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, [open]);
  useEffect(() => {
    if (answer === "") return;
    const timer = setTimeout(() => setAnswer(""), 4_000);
    return () => clearTimeout(timer);
  }, [answer]);

  const copy = async (format: CopyFormat): Promise<void> => {
    setOpen(false);
    button.current?.focus();
    const target = url ?? `${location.origin}/api/tools/${encodeURIComponent(slug ?? "")}/run`;
    const { text, complete } = copyText(store, format, { slug: slug ?? "", url: target });
    try {
      await navigator.clipboard.writeText(text);
      setAnswer(t(complete ? "form.copy.copied" : "form.copy.copiedWithoutSecrets"));
    } catch {
      setAnswer(t("form.copy.failed"));
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
    const at = items.findIndex((item) => item === rootOf(item).activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Escape" && open) {
      event.stopPropagation();
      setOpen(false);
      button.current?.focus();
    } else if (event.key === "Tab") setOpen(false);
    else if (open && to !== undefined) {
      event.preventDefault();
      items.at(to % items.length)?.focus();
    }
  };
  useEffect(() => {
    if (open) root.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
  }, [open]);
  const formats: CopyFormat[] = slug === undefined ? ["json"] : ["json", "curl", "call"];
  return (
    // The keys are those of the menu inside.
    <div role="presentation" className="cb-copy" ref={root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className="cb-button"
        data-variant="quiet"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {fieldIcon("copy")}
        {t("form.copy")}
      </button>
      {open && (
        <div className="cb-copy-menu" role="menu" id={id} aria-label={t("form.copy")}>
          {formats.map((format) => (
            <button key={format} type="button" role="menuitem" tabIndex={-1} onClick={() => void copy(format)}>
              {t(`form.copy.${format}`)}
            </button>
          ))}
        </div>
      )}
      <span className="cb-copy-answer" role="status">
        {answer}
      </span>
    </div>
  );
}
