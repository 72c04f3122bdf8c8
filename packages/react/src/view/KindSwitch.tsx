"use client";
import type { OutputKind } from "@callboard/core/view";
import { ChevronDown } from "lucide-react";
import { createContext, type ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";

/** The switch of an output's kind, for the frame of its first block. */
export const KindSwitchContext = createContext<ReactNode>(null);

/** Whether an output shows what its view names alone, without tools for the data behind it. */
export const OnlyContext = createContext(false);

/** Lets a reader show an output as any kind that fits it. */
export function KindSwitch(props: {
  kinds: readonly OutputKind[];
  kind: OutputKind;
  onChange: (kind: OutputKind) => void;
}): ReactNode {
  const { kinds, kind, onChange } = props;
  const { t } = useKit(viewEnglish);
  return (
    <label className="cb-kind">
      <span className="cb-visually-hidden">{t("view.as")}</span>
      <select value={kind} onChange={(event) => onChange(event.currentTarget.value as OutputKind)}>
        {kinds.map((one) => (
          <option key={one} value={one}>
            {t(`view.as.${one}`)}
          </option>
        ))}
      </select>
      <ChevronDown size={12} aria-hidden />
    </label>
  );
}
