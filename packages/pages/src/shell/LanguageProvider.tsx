import { ToolProvider, type Messages } from "@callboard/react";
import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import { dressDocument, loadMessages, localeOf, useLanguage, type Language } from "./language.ts";
import { words, type Words } from "./words.ts";

const LanguageContext = createContext<Language>("en");

/** The language that the page is drawn in, for words of one's own. */
export function useShownLanguage(): Language {
  return useContext(LanguageContext);
}

/** The pages' words, in the language that the page is drawn in. */
export function useWords(): Words {
  return words[useShownLanguage()];
}

/**
 * Draws the page in the chosen language: the kit's words, the pages' own, and the document's direction change together.
 */
export function LanguageProvider({ children }: { children: ReactNode }): ReactNode {
  const language = useLanguage();
  const [shown, setShown] = useState<{ language: Language; messages: Messages | undefined }>();
  useEffect(() => {
    let isCurrent = true;
    const show = (messages: Messages | undefined) => {
      if (!isCurrent) return;
      dressDocument(language);
      setShown({ language, messages });
    };
    // Words that cannot be fetched are said in English, which is there.
    loadMessages(language).then(show, () => show(undefined));
    return () => {
      isCurrent = false;
    };
  }, [language]);
  if (!shown) return null;
  return (
    <LanguageContext.Provider value={shown.language}>
      <ToolProvider locale={localeOf(shown.language)} messages={shown.messages ?? {}}>
        {children}
      </ToolProvider>
    </LanguageContext.Provider>
  );
}
