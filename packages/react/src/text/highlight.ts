import bash from "highlight.js/lib/languages/bash";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";

const languages = {
  bash,
  cpp,
  csharp,
  css,
  go,
  ini,
  java,
  javascript,
  json,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};
const lowlight = createLowlight(languages);

type Nodes = ReturnType<typeof lowlight.highlight>["children"];

/** A run of code, with what it is to the language: `keyword`, `string`, `comment`; null is plain. */
export interface CodeRun {
  text: string;
  kind: string | null;
}

/** The runs of a code in one of the languages that are known here; null for any other. Joined, they are the code. */
export function highlight(code: string, language: string): CodeRun[] | null {
  if (!lowlight.registered(language)) return null;
  const runs: CodeRun[] = [];
  const walk = (nodes: Nodes, kind: string | null) => {
    for (const node of nodes) {
      if (node.type === "text") runs.push({ text: node.value, kind });
      else if (node.type === "element") {
        const [first] = (node.properties.className as string[] | undefined) ?? [];
        walk(node.children, first?.replace("hljs-", "") ?? kind);
      }
    }
  };
  walk(lowlight.highlight(language, code).children, null);
  return runs;
}
