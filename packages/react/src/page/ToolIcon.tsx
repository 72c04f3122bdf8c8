"use client";
import { Wrench } from "lucide-react";
import { useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";

type Icons = Readonly<Record<string, ComponentType<{ size?: number }>>>;

let icons: Icons | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Loads the icons once a page. Where they cannot be loaded, every tool has the neutral one, and the next icon tries again. */
function load(): void {
  loading ??= import("./toolIcons.ts").then(
    (module) => {
      icons = module.toolIcons;
      for (const listener of listeners) listener();
    },
    () => {
      icons ??= {};
      loading = null;
      for (const listener of listeners) listener();
    },
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => icons;
const none = () => null;

export interface ToolIconProps {
  /** A Lucide icon's name, such as `file-text`; the provider's `icons` come first. */
  name?: string | undefined;
  /** In px; 16 unless given. */
  size?: number;
}

/** A tool's icon. A name that nobody knows gets a neutral one; while icons load, the place is kept. It is decoration: the name stands beside it. */
export function ToolIcon({ name = "", size = 16 }: ToolIconProps): ReactNode {
  const { icons: own } = useCallboard();
  const known = useSyncExternalStore(subscribe, current, none);
  const Own = Object.hasOwn(own, name) ? own[name] : undefined;
  useEffect(() => {
    if (!Own) load();
  }, [Own]);
  const key = toKebab(name);
  const Icon = Own ?? (known && Object.hasOwn(known, key) ? known[key] : known ? Wrench : undefined);
  return (
    <span className="cb-tool-icon" aria-hidden data-icon={key || undefined}>
      {Icon ? <Icon size={size} /> : <svg width={size} height={size} />}
    </span>
  );
}

/** `FileText` and `fileText` are the same icon as `file-text`. */
function toKebab(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}
