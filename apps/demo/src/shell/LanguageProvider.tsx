import { ToolProvider, type Messages } from "@callboard/react";
import { createContext, useContext, useEffect, useState, type ReactNode } from "react";
import { dressDocument, loadMessages, localeOf, useLanguage, type Language } from "./language.ts";
import { words, type Words } from "./words.ts";

const WordsContext = createContext<Words>(words.en);

/** The demo's own words, in the language that the page is drawn in. */
export function useWords(): Words {
  return useContext(WordsContext);
}

/** Draws the page in the chosen language: the kit's words, the demo's own, and the document's direction change together. */
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
    <WordsContext.Provider value={words[shown.language]}>
      <ToolProvider locale={localeOf(shown.language)} messages={shown.messages ?? {}}>
        {children}
      </ToolProvider>
    </WordsContext.Provider>
  );
}
