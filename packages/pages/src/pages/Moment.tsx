import type { ReactNode } from "react";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage } from "../shell/LanguageProvider.tsx";

/** How the language that is shown writes a moment, in epoch milliseconds; an exact one is of today, to the second. */
export function useMomentText(isExact = false): (at: number) => string {
  const locale = localeOf(useShownLanguage());
  const style = isExact ? ({ timeStyle: "medium" } as const) : ({ dateStyle: "medium", timeStyle: "short" } as const);
  return (at) => new Intl.DateTimeFormat(locale, style).format(at);
}

export function Moment({ at, isExact = false }: { at: number; isExact?: boolean }): ReactNode {
  const textOf = useMomentText(isExact);
  return <time dateTime={new Date(at).toISOString()}>{textOf(at)}</time>;
}
