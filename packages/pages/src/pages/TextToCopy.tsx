import { Check, Copy } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { useWords } from "../shell/LanguageProvider.tsx";

/** A text that is to be put elsewhere as it is. */
export function TextToCopy({ label, text, help }: { label: string; text: string; help?: string }): ReactNode {
  const words = useWords();
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className="site-copy">
      <span id={id}>{label}</span>
      <div className="site-copy-text">
        <pre dir="ltr" tabIndex={0} aria-labelledby={id}>
          <code>{text}</code>
        </pre>
        <button type="button" className="site-quiet" onClick={() => void copy().catch(() => setCopied(false))}>
          {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          <span aria-live="polite">{words[isCopied ? "publishing.copied" : "publishing.copy"]}</span>
        </button>
      </div>
      {help !== undefined && <p className="site-publishing-note">{help}</p>}
    </div>
  );
}
