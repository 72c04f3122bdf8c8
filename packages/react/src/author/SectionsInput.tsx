"use client";
import { humanizeFieldName, type ToolOutputSection } from "@callboard/core";
import { X } from "lucide-react";
import { useId, type ReactNode } from "react";
import { authorEnglish } from "../messages/authorEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";

/** The kinds of sections that are offered here; others stay as they are. */
const TYPES = ["summary", "table", "chart", "radar", "ranking"] as const;

export interface SectionsInputProps {
  value: readonly ToolOutputSection[];
  /** The fields of the output, by key. */
  keys: readonly string[];
  onChange(value: ToolOutputSection[]): void;
}

/** How an output is shown, a part of it a row; without any, its parts are shown as they are. */
export function SectionsInput({ value, keys, onChange }: SectionsInputProps): ReactNode {
  const { t } = useKit(authorEnglish);
  const id = useId();
  const set = (index: number, change: Partial<ToolOutputSection>) =>
    onChange(value.map((section, place) => (place === index ? { ...section, ...change } : section)));
  return (
    <div className="cb-author-outputs" role="group" aria-labelledby={id}>
      <p id={id} className="cb-field-label">
        {t("author.parts")}
      </p>
      <p className="cb-field-help">{t("author.partsHelp")}</p>
      {value.map(({ key, label, type }, index) => {
        const types: readonly string[] = (TYPES as readonly string[]).includes(type) ? TYPES : [type, ...TYPES];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a part has no name of its own
          <div key={index} className="cb-author-output">
            <select
              className="cb-input"
              aria-label={t("author.partField", { number: index + 1 })}
              value={key}
              onChange={({ target }) => set(index, { key: target.value })}
            >
              {!keys.includes(key) && <option value={key}>{key === "" ? t("author.choose") : key}</option>}
              {keys.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
            <select
              className="cb-input"
              aria-label={t("author.partType", { number: index + 1 })}
              value={type}
              onChange={({ target }) => set(index, { type: target.value as ToolOutputSection["type"] })}
            >
              {types.map((each) => (
                <option key={each} value={each}>
                  {(TYPES as readonly string[]).includes(each)
                    ? t(`author.part.${each as (typeof TYPES)[number]}`)
                    : each}
                </option>
              ))}
            </select>
            <input
              className="cb-input"
              dir="auto"
              aria-label={t("author.partLabel", { number: index + 1 })}
              placeholder={t("author.partTitle")}
              value={label}
              onChange={({ target }) => set(index, { label: target.value })}
            />
            <button
              type="button"
              className="cb-button"
              data-variant="quiet"
              data-icon-only
              aria-label={t("author.partRemove", { number: index + 1 })}
              onClick={() => onChange(value.filter((_section, place) => place !== index))}
            >
              <X size={16} aria-hidden />
            </button>
          </div>
        );
      })}
      <button
        type="button"
        className="cb-button"
        disabled={keys.length === 0}
        onClick={() => {
          const key = keys.find((each) => !value.some((section) => section.key === each)) ?? keys[0] ?? "";
          onChange([...value, { key, label: humanizeFieldName(key), type: "summary" }]);
        }}
      >
        {t("author.partAdd")}
      </button>
    </div>
  );
}
