import type { ChatExample } from "@callboard/react";
import { useMemo } from "react";
import { examples, type ChatState, type ExampleName } from "../examples.ts";
import { useWords } from "../words.ts";

/** The example conversations in the order in which they are offered; without a model they are scripts. */
export function useExamples(state: ChatState | null, names = Object.keys(examples) as ExampleName[]): ChatExample[] {
  const words = useWords();
  return useMemo(() => {
    if (!state) return [];
    const { hasModel, reading, waiting } = state;
    const progress = reading ? ` ${reading.done} / ${reading.total}` : "";
    return names.map((name) => ({
      message: examples[name],
      title: words[`example.${name}`],
      script: !hasModel,
      ...(waiting.includes(name) && { waits: `${words["example.waits"]}${progress}` }),
    }));
  }, [state, words, names]);
}
