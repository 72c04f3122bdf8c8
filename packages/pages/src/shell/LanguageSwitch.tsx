import { ChevronDown, Languages } from "lucide-react";
import type { ReactNode } from "react";
import { chooseLanguage, LANGUAGES, useLanguage, type Language } from "./language.ts";
import { useWords } from "./LanguageProvider.tsx";

/** The languages, each by its own name, so that who cannot read the page finds theirs. */
export function LanguageSwitch(): ReactNode {
  const chosen = useLanguage();
  const words = useWords();
  return (
    <span className="site-language" title={words.language}>
      <Languages size={16} aria-hidden />
      <select
        aria-label={words.language}
        value={chosen}
        onChange={({ target }) => chooseLanguage(target.value as Language)}
      >
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <option key={language} value={language} lang={language}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden />
    </span>
  );
}
