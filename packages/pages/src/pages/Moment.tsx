import type { ReactNode } from "react";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage } from "../shell/LanguageProvider.tsx";

/** How the language that is shown writes a moment, in epoch milliseconds. */
export function useMomentText(): (at: number) => string {
  const locale = localeOf(useShownLanguage());
  return (at) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(at);
}

export function Moment({ at }: { at: number }): ReactNode {
  const textOf = useMomentText();
  return <time dateTime={new Date(at).toISOString()}>{textOf(at)}</time>;
}
