import { useSyncExternalStore } from "react";
import { remember } from "./remembered.ts";

/** What a reader may choose; `system` follows the device. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

// Also read by public/theme.js, before anything is drawn.
const KEY = "callboard-theme";
const listeners = new Set<() => void>();

function readTheme(): Theme {
  const theme = document.documentElement.dataset.callboardTheme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.callboardTheme;
  else document.documentElement.dataset.callboardTheme = theme;
  for (const listener of listeners) listener();
}

/** Draws the page in a theme and remembers it on this device, where the browser allows. */
export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  remember(KEY, theme === "system" ? null : theme);
}

/** The chosen theme; another tab's choice arrives too. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme);
}

function subscribe(listener: () => void): () => void {
  const fromOtherTab = ({ key, newValue }: StorageEvent) => {
    if (key === KEY) applyTheme(newValue === "light" || newValue === "dark" ? newValue : "system");
  };
  listeners.add(listener);
  window.addEventListener("storage", fromOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", fromOtherTab);
  };
}
