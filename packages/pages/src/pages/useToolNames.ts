import { translateTool } from "@callboard/core/messages";
import { useMemo } from "react";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage } from "../shell/LanguageProvider.tsx";
import { useTools } from "./useTools.ts";

/** What tools are called in the language that is shown, by slug. */
export function useToolNames(): ReadonlyMap<string, string> {
  const tools = useTools();
  const locale = localeOf(useShownLanguage());
  return useMemo(() => new Map(tools?.map((tool) => [tool.slug, translateTool(tool, locale).name])), [tools, locale]);
}
