"use client";
import { toIconName, unknownIcon } from "@callboard/core";
import { Wrench } from "lucide-react";
import { useEffect, type ComponentType, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { warnOnce } from "../provider/warnOnce.ts";
import { useStore, type Store } from "../useStore.ts";

type Icons = Readonly<Record<string, ComponentType<{ size?: number }>>>;

/** In the place of icons that could not be loaded. */
const none: Icons = {};
let icons: Icons | null = null;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Loads the icons once a page. After a failure every tool has the neutral icon, and the next one loads again. */
function load(): void {
  loading ??= import("./toolIcons.ts").then(
    (module) => {
      icons = module.toolIcons;
      for (const listener of listeners) listener();
    },
    () => {
      icons ??= none;
      loading = null;
      for (const listener of listeners) listener();
    },
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const loadedIcons: Store<Icons | null> = { subscribe, read: () => icons, readOnServer: () => null };

export interface ToolIconProps {
  /** A Lucide icon's name, such as `file-text`; the provider's `icons` come first. */
  name?: string | undefined;
  /** In px; 16 unless given. */
  size?: number;
}

/**
 * A tool's icon, or a neutral one for an unknown name; while the icons load, its place is reserved. It is decoration
 * beside the tool's name.
 */
export function ToolIcon({ name = "", size = 16 }: ToolIconProps): ReactNode {
  const { icons: provided } = useKit();
  const loaded = useStore(loadedIcons);
  const Provided = Object.hasOwn(provided, name) ? provided[name] : undefined;
  useEffect(() => {
    if (!Provided) load();
  }, [Provided]);
  const key = toIconName(name);
  const isUnknown = name !== "" && !Provided && loaded !== null && loaded !== none && !Object.hasOwn(loaded, key);
  useEffect(() => {
    if (isUnknown) warnOnce(unknownIcon(name, Object.keys(loaded)));
  }, [isUnknown, loaded, name]);
  const Icon = Provided ?? (loaded && Object.hasOwn(loaded, key) ? loaded[key] : loaded ? Wrench : undefined);
  return (
    <span className="cb-tool-icon" aria-hidden data-icon={key || undefined}>
      {Icon ? <Icon size={size} /> : <svg width={size} height={size} />}
    </span>
  );
}
