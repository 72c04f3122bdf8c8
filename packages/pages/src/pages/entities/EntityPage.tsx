import { ToolClientError } from "@callboard/core";
import type { Entity, EntityChange, EntityType } from "@callboard/core/client";
import { EntityPicker, ToolOutput } from "@callboard/react";
import { ArrowLeft, X } from "lucide-react";
import { useCallback, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useWords } from "../../shell/LanguageProvider.tsx";
import { pageTitle } from "../../shell/siteName.ts";
import { Moment } from "../Moment.tsx";
import { BRIEF_TYPE } from "../briefs/brief.ts";
import { NameInput } from "../NameInput.tsx";
import { useRead } from "../useRead.ts";
import { entities, EntityFailure, propertiesOf, useValueText } from "./entitiesShared.tsx";
import { Tags } from "./EntityList.tsx";

const readTypes = (signal: AbortSignal) => entities.types({ signal });

/** One entity: what it says, what it is connected with, its documents, and how it came to be so. */
export function EntityPage(): ReactNode {
  const { type: typeSlug = "", id = "" } = useParams();
  const words = useWords();
  const read = useCallback((signal: AbortSignal) => entities.get(id, { signal }), [id]);
  const { value: entity, failure, again, replace } = useRead(read);
  const { value: types } = useRead(readTypes);
  const type = types?.find(({ slug }) => slug === entity?.typeSlug);
  return (
    <section className="site-entities" aria-busy={(!entity && !failure) || undefined}>
      <title>{pageTitle(entity?.title ?? words.entities)}</title>
      <nav className="site-admin-back" aria-label={words["entities.way"]}>
        <Link to={`/entities/${typeSlug}`}>
          <ArrowLeft size={16} aria-hidden />
          <bdi>{type?.pluralName ?? words.entities}</bdi>
        </Link>
      </nav>
      {failure && <EntityFailure failure={failure} onRetry={again} />}
      {entity && (
        <>
          <Head entity={entity} />
          {Object.keys(entity.content).length > 0 && (
            <ToolOutput output={entity.content} {...(type && { outputSchema: type.jsonSchema })} hasSwitch={false} />
          )}
          <Relations entity={entity} types={types ?? []} onChange={(next) => replace(() => next)} />
          {entity.documents.length > 0 && (
            <>
              <h2>{words["entities.documents"]}</h2>
              <ul className="site-entities-relations">
                {entity.documents.map(({ documentId, title, href, status }) => (
                  <li key={documentId}>
                    {href === null ? (
                      <bdi>{title}</bdi>
                    ) : (
                      <Link to={href}>
                        <bdi>{title}</bdi>
                      </Link>
                    )}
                    <span>{words[`entities.document.${status}`]}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <History key={entity.revision} id={entity.id} type={type} />
        </>
      )}
    </section>
  );
}

function Head({ entity }: { entity: Entity }): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const remove = async () => {
    try {
      await entities.remove(entity.id, entity.revision);
      void navigate(`/entities/${entity.typeSlug}`, { replace: true });
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      setAsked(false);
      setProblem(error.message);
    }
  };
  return (
    <>
      <header className="site-admin-head">
        <div>
          <h1 dir="auto">{entity.title}</h1>
          <p className="site-entities-changed">
            {words["entities.changed"]} <Moment at={Date.parse(entity.updatedAt)} />
            {entity.updatedBy !== null && (
              <>
                {" · "}
                <bdi>{entity.updatedBy}</bdi>
              </>
            )}
          </p>
          <Tags tags={entity.tags} />
        </div>
        <div className="site-admin-acts">
          {entity.typeSlug === BRIEF_TYPE && (
            <Link className="site-quiet" to={`/briefs/${entity.id}`}>
              {words["brief.read"]}
            </Link>
          )}
          <Link className="site-action" to={`${entity.href}/edit`}>
            {words["entities.edit"]}
          </Link>
          <button type="button" className="site-quiet" onClick={() => setAsked(true)}>
            {words["entities.delete"]}
          </button>
        </div>
      </header>
      {isAsked && (
        <div className="site-message" role="alertdialog" aria-label={words["entities.delete.sure"]}>
          <h2>{words["entities.delete.sure"]}</h2>
          <p>{words["entities.delete.help"]}</p>
          <div className="site-admin-acts">
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever is asked goes on from here */}
            <button type="button" className="site-quiet" autoFocus onClick={() => setAsked(false)}>
              {words["entities.keep"]}
            </button>
            <button type="button" className="site-action" onClick={() => void remove()}>
              {words["entities.delete"]}
            </button>
          </div>
        </div>
      )}
      {problem !== undefined && (
        <p className="site-admin-problem" role="alert" dir="auto">
          {problem}
        </p>
      )}
    </>
  );
}

interface RelationsProps {
  entity: Entity;
  types: readonly EntityType[];
  onChange(entity: Entity): void;
}

function Relations({ entity, types, onChange }: RelationsProps): ReactNode {
  const words = useWords();
  const [problem, setProblem] = useState<string>();
  const act = async (work: Promise<Entity>): Promise<boolean> => {
    setProblem(undefined);
    try {
      onChange(await work);
      return true;
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      setProblem(error.message);
      return false;
    }
  };
  return (
    <>
      <h2>{words["entities.relations"]}</h2>
      {entity.relations.length === 0 && <p className="site-entities-note">{words["entities.noRelations"]}</p>}
      <ul className="site-entities-relations">
        {entity.relations.map(({ id, kind, direction, entity: other }) => (
          <li key={id}>
            <span dir="auto">{direction === "from" ? kind : words["entities.isIts"].replace("{kind}", kind)}</span>
            <Link to={other.href}>
              <bdi>{other.title}</bdi>
            </Link>
            <button
              type="button"
              className="site-entities-remove"
              aria-label={words["entities.unrelate"].replace("{title}", other.title)}
              onClick={() => void act(entities.unrelate(entity.id, id))}
            >
              <X size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {types.length > 0 && (
        <Connect types={types} onConnect={(entityId, kind) => act(entities.relate(entity.id, { entityId, kind }))} />
      )}
      {problem !== undefined && (
        <p className="site-admin-problem" role="alert" dir="auto">
          {problem}
        </p>
      )}
    </>
  );
}

interface ConnectProps {
  types: readonly EntityType[];
  onConnect(entityId: string, kind: string): Promise<boolean>;
}

function Connect({ types, onConnect }: ConnectProps): ReactNode {
  const words = useWords();
  const [typeSlug, setType] = useState(types[0]?.slug ?? "");
  const [other, setOther] = useState<string>();
  const [kind, setKind] = useState("");
  // A second click before the answer makes no second one.
  const isSending = useRef(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending.current || other === undefined || kind.trim() === "") return;
    isSending.current = true;
    if (await onConnect(other, kind.trim())) {
      setOther(undefined);
      setKind("");
    }
    isSending.current = false;
  };
  return (
    <details className="site-entities-filter">
      <summary>{words["entities.connect"]}</summary>
      <form className="site-entities-connect" onSubmit={(event) => void submit(event)}>
        <NameInput label={words["entities.kind"]} longest={60} value={kind} onChange={setKind} />
        <label className="site-together-name">
          <span>{words["entities.type"]}</span>
          <select
            className="cb-input"
            value={typeSlug}
            onChange={({ target }) => {
              setType(target.value);
              setOther(undefined);
            }}
          >
            {types.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div className="site-together-name">
          <span aria-hidden>{words["entities.other"]}</span>
          <EntityPicker
            key={typeSlug}
            kind={typeSlug}
            label={words["entities.other"]}
            value={other ?? null}
            onChange={(next) => setOther(typeof next === "string" ? next : undefined)}
          />
        </div>
        <button type="submit" className="site-action" disabled={other === undefined || kind.trim() === ""}>
          {words["entities.connect.do"]}
        </button>
      </form>
    </details>
  );
}

function History({ id, type }: { id: string; type: EntityType | undefined }): ReactNode {
  const words = useWords();
  const read = useCallback((signal: AbortSignal) => entities.history(id, { signal }), [id]);
  const { value: history, failure, again } = useRead(read);
  return (
    <>
      <h2>{words["entities.history"]}</h2>
      {failure && <EntityFailure failure={failure} onRetry={again} />}
      <ol className="site-entities-history">
        {history?.map((change) => (
          <li key={change.revision}>
            <p>
              <strong>{words[`entities.${change.act}`]}</strong> <Moment at={Date.parse(change.changedAt)} />
              {change.changedBy !== null && (
                <>
                  {" · "}
                  <bdi>{change.changedBy}</bdi>
                </>
              )}
            </p>
            {change.act === "changed" && <Changes changes={change.changes} type={type} />}
          </li>
        ))}
      </ol>
    </>
  );
}

function Changes({ changes, type }: { changes: EntityChange["changes"]; type: EntityType | undefined }): ReactNode {
  const words = useWords();
  const textOf = useValueText();
  const labels = new Map(type ? propertiesOf(type) : []);
  const labelOf = (path: string): string => {
    const [, part = "", field = ""] = path.split("/");
    if (part === "content") return labels.get(field.replaceAll("~1", "/").replaceAll("~0", "~")) ?? field;
    return part === "title" ? words["entities.title"] : part === "tags" ? words["entities.tags"] : part;
  };
  const shown = (value: unknown) => (value === undefined ? "–" : (textOf(value) ?? "…"));
  return (
    <ul>
      {changes.map(({ path, before, now }) => (
        <li key={path}>
          <bdi>{labelOf(path)}</bdi>
          {": "}
          <del dir="auto">{shown(before)}</del> <ins dir="auto">{shown(now)}</ins>
        </li>
      ))}
    </ul>
  );
}
