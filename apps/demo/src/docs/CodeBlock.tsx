import { Check, Copy } from "lucide-react";
import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import json from "highlight.js/lib/languages/json";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import { createLowlight } from "lowlight";
import { useEffect, useState, type ReactNode } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { useWords } from "../words.ts";

const lowlight = createLowlight({ bash, css, json, typescript, xml });

/** Code with its words coloured, where the language is known, and a copy button. */
export function CodeBlock({ code, language }: { code: string; language: string }): ReactNode {
  const words = useWords();
  return (
    <div className="demo-code">
      <pre tabIndex={0} role="group" aria-label={words["docs.code"]}>
        <code>
          {lowlight.registered(language)
            ? toJsxRuntime(lowlight.highlight(language, code), { Fragment, jsx, jsxs })
            : code}
        </code>
      </pre>
      <CopyButton text={code} />
    </div>
  );
}

function CopyButton({ text }: { text: string }): ReactNode {
  const words = useWords();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    // Where the browser does not allow it, the text can still be selected.
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  const Icon = copied ? Check : Copy;
  return (
    <button type="button" className="demo-code-copy" onClick={() => void copy()}>
      <Icon size={14} aria-hidden />
      <span className="site-hidden" aria-live="polite">
        {copied ? words["docs.copied"] : words["docs.copy"]}
      </span>
    </button>
  );
}
