"use client";
import { choicesAtOnce } from "@callboard/core/fields";
import type { ReactNode } from "react";
import type { PickerTranslate } from "../../messages/messages.ts";
import type { Search } from "./useChoices.ts";

/** How a search is doing: it runs, failed, found nothing, or may have more to show. */
export function SearchNote({
  search,
  query,
  t,
}: {
  search: Search & { retry: () => void };
  query: string;
  t: PickerTranslate;
}): ReactNode {
  const isCurrent = search.query === query;
  const text = isCurrent ? textOf(search, query, t) : t("picker.searching");
  if (text === undefined) return null;
  return (
    <p className="cb-picker-note" data-waiting={isCurrent ? undefined : ""}>
      {text}
      {isCurrent && search.state === "failed" && (
        <button type="button" className="cb-inline-button" onClick={search.retry}>
          {t("picker.retry")}
        </button>
      )}
    </p>
  );
}

function textOf({ state, choices }: Search, query: string, t: PickerTranslate): string | undefined {
  if (state === "failed") return t("picker.failed");
  if (state === "nowhere") return t("picker.gone");
  if (choices.length === 0) return query === "" ? t("picker.none") : t("picker.noneFor", { query });
  return choices.length >= choicesAtOnce ? t("picker.more") : undefined;
}
