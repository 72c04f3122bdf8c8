import { useRef, useState, type ReactNode } from "react";
import { useWords } from "../shell/LanguageProvider.tsx";
import { useStepFocus } from "./useStepFocus.ts";

export interface IssuedEntryProps {
  /** What it is called for whoever hears the page. */
  label: string;
  title: ReactNode;
  under: ReactNode;
  /** What stands before the facts, such as a warning. */
  warning?: ReactNode;
  facts: readonly [label: string, value: ReactNode][];
  children?: ReactNode;
  /** What can be done beside taking it back. */
  further?: { label: string; act(): Promise<unknown> } | undefined;
  /** What taking it back ends. */
  revokeHelp: string;
  revoke(): Promise<unknown>;
  onChange(): void;
}

/** One of what was given out: what it is, how it is used, and how it is taken back once that is sure. */
export function IssuedEntry(props: IssuedEntryProps): ReactNode {
  const words = useWords();
  const { label, title, under, warning, facts, children, further, revokeHelp, revoke, onChange } = props;
  const [isSure, setSure] = useState(false);
  const [problem, setProblem] = useState<string>();
  const acts = useRef<HTMLDivElement>(null);
  useStepFocus(acts, `${isSure} ${further !== undefined}`);
  const act = async (work: () => Promise<unknown>) => {
    try {
      await work();
      setProblem(undefined);
      onChange();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <article className="site-published" aria-label={label}>
      <header>
        <h2>{title}</h2>
        <p>
          <bdi dir="ltr">{under}</bdi>
        </p>
      </header>
      {warning}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div ref={acts} className="site-published-acts">
        {further && (
          <button type="button" className="site-action" onClick={() => void act(further.act)}>
            {further.label}
          </button>
        )}
        {isSure ? (
          <>
            <p>{revokeHelp}</p>
            <button type="button" className="site-action" onClick={() => void act(revoke)}>
              {words["publishing.revoke.sure"]}
            </button>
            <button type="button" className="site-quiet" data-step="" onClick={() => setSure(false)}>
              {words["publishing.cancel"]}
            </button>
          </>
        ) : (
          <button type="button" className="site-quiet" data-step="" onClick={() => setSure(true)}>
            {words["publishing.revoke"]}
          </button>
        )}
      </div>
    </article>
  );
}
