import { ToolClientError } from "@callboard/core";
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { useStepFocus } from "./useStepFocus.ts";

export interface IssuedPageProps<One, Made> {
  /** What tabs call the page; its heading unless given. */
  tabTitle?: string;
  title: string;
  lead: string;
  /** What begins another one. */
  begin: string;
  empty: { title: string; help: string };
  /** Reads the list: the same function as long as the page is there. */
  read(): Promise<One[]>;
  idOf(one: One | Made): string;
  /** What a failure is that another try does not mend; undefined for the others. */
  endOf(failure: ToolClientError): { title: string; help: string } | undefined;
  renderForm(acts: { onCancel(): void; onMade(made: Made): void }): ReactNode;
  /** What is shown of a new one, this once. */
  renderMade(made: Made): { title: ReactNode; children: ReactNode };
  renderEntry(one: One, onChange: () => void): ReactNode;
}

/**
 * A page of what was given out, such as keys: the list, a form that makes another one, and what is shown of that once.
 */
export function IssuedPage<One, Made>(props: IssuedPageProps<One, Made>): ReactNode {
  const words = useWords();
  const { title, lead, begin, empty, idOf } = props;
  const { list, failure, read } = useIssued(props.read);
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<Made>();
  const box = useRef<HTMLElement>(null);
  const [listed, setListed] = useState({ count: 0, revoked: 0 });
  if (list && list.length !== listed.count)
    setListed({ count: list.length, revoked: listed.revoked + (list.length < listed.count ? 1 : 0) });
  useStepFocus(box, `${isAdding} ${added && idOf(added)} ${listed.revoked}`);
  const end = failure && props.endOf(failure);
  const shown = added && props.renderMade(added);
  return (
    <section ref={box} className="site-publishing" aria-busy={(list === undefined && !failure) || undefined}>
      <title>{pageTitle(props.tabTitle ?? title)}</title>
      <header className="site-publishing-head">
        <div>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        {list && !isAdding && !added && (
          <button type="button" className="site-action" data-step="" onClick={() => setAdding(true)}>
            {begin}
          </button>
        )}
      </header>
      {failure && (
        <div className="site-message" role="alert">
          <h2>{end?.title ?? words["publishing.unread"]}</h2>
          <p>{end?.help ?? failure.message}</p>
          {!end && (
            <button type="button" className="site-quiet" onClick={read}>
              {words["publishing.retry"]}
            </button>
          )}
        </div>
      )}
      {isAdding &&
        props.renderForm({
          onCancel: () => setAdding(false),
          onMade(made) {
            setAdding(false);
            setAdded(made);
            read();
          },
        })}
      {shown && (
        <div className="site-publishing-new" role="status" tabIndex={-1} data-step="">
          <h2 dir="auto">{shown.title}</h2>
          {shown.children}
          <button type="button" className="site-quiet" onClick={() => setAdded(undefined)}>
            {words["publishing.done"]}
          </button>
        </div>
      )}
      {list?.length === 0 && !isAdding && !added && (
        <div className="site-message">
          <h2>{empty.title}</h2>
          <p>{empty.help}</p>
        </div>
      )}
      {list && list.length > 0 && (
        <ul className="site-publishing-list">
          {list.map((one) => (
            <li key={idOf(one)}>{props.renderEntry(one, read)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function useIssued<One>(list: () => Promise<One[]>) {
  const [state, setState] = useState<{ list?: One[]; failure?: ToolClientError }>({});
  const [turn, setTurn] = useState(0);
  const read = useCallback(() => setTurn((current) => current + 1), []);
  useEffect(() => {
    let isCurrent = true;
    list().then(
      (found) => isCurrent && setState({ list: found }),
      (error: unknown) => {
        if (!(error instanceof ToolClientError)) throw error;
        if (isCurrent) setState({ failure: error });
      },
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new turn asks for another read
  }, [list, turn]);
  return { ...state, read };
}
