import { ToolClientError } from "@callboard/core";
import type { Entity, EntityType } from "@callboard/core/client";
import { ToolForm } from "@callboard/react";
import { ArrowLeft } from "lucide-react";
import { useCallback, useState, type ReactNode } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useWords } from "../../shell/LanguageProvider.tsx";
import { pageTitle } from "../../shell/siteName.ts";
import { NameInput } from "../NameInput.tsx";
import { useRead } from "../useRead.ts";
import { entities, EntityFailure } from "./entitiesShared.tsx";

/** A new entity, or one that is changed: its title and tags, and the form that its type's schema makes. */
export function EditEntity(): ReactNode {
  const { type: typeSlug = "", id } = useParams();
  const words = useWords();
  const read = useCallback(
    async (signal: AbortSignal) => {
      const [type, entity] = await Promise.all([
        entities.type(typeSlug, { signal }),
        id === undefined ? undefined : entities.get(id, { signal }),
      ]);
      return { type, entity };
    },
    [typeSlug, id],
  );
  const { value, failure, again } = useRead(read);
  const title = value?.entity?.title ?? words["entities.new"];
  return (
    <section className="site-entities" aria-busy={(!value && !failure) || undefined}>
      <title>{pageTitle(title)}</title>
      <nav className="site-admin-back" aria-label={words["entities.way"]}>
        <Link to={value?.entity?.href ?? `/entities/${typeSlug}`}>
          <ArrowLeft size={16} aria-hidden />
          <bdi>{value?.entity?.title ?? value?.type.pluralName ?? words.entities}</bdi>
        </Link>
      </nav>
      <h1 dir="auto">{title}</h1>
      {failure && <EntityFailure failure={failure} onRetry={again} />}
      {value && (
        <Editor key={value.entity?.revision ?? "new"} type={value.type} entity={value.entity} onReload={again} />
      )}
    </section>
  );
}

interface EditorProps {
  type: EntityType;
  entity: Entity | undefined;
  onReload(): void;
}

function Editor({ type, entity, onReload }: EditorProps): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const [title, setTitle] = useState(entity?.title ?? "");
  const [tags, setTags] = useState(entity?.tags.join(", ") ?? "");
  const [problem, setProblem] = useState<{ message: string; isMoved: boolean }>();
  const [isSaving, setSaving] = useState(false);

  const save = async (content: unknown): Promise<Record<string, string> | void> => {
    setProblem(undefined);
    if (title.trim() === "") return setProblem({ message: words["entities.needsTitle"], isMoved: false });
    const changes = {
      title: title.trim(),
      tags: tags.split(/[,،]/).flatMap((tag) => tag.trim() || []),
      content: { ...(content as Record<string, unknown>) },
    };
    setSaving(true);
    try {
      const saved = entity
        ? await entities.update(entity.id, entity.revision, changes)
        : await entities.create({ entityTypeSlug: type.slug, ...changes });
      void navigate(saved.href, { replace: true });
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      const own = error.issues.filter(({ path }) => path.startsWith("/content"));
      if (own.length > 0) {
        return Object.fromEntries(own.map(({ path, message }) => [path.slice("/content".length), message]));
      }
      setProblem({ message: error.message, isMoved: error.status === 412 });
    } finally {
      setSaving(false);
    }
  };

  return (
    <div className="site-entities-edit">
      <NameInput label={words["entities.title"]} longest={300} value={title} onChange={setTitle} />
      <NameInput label={words["entities.tags.field"]} longest={2_000} value={tags} onChange={setTags} />
      <ToolForm
        schema={type.jsonSchema}
        mode="embed"
        defaultValue={entity?.content}
        isLoading={isSaving}
        submitLabel={words["entities.save"]}
        onSubmit={save}
        actions={
          <Link className="site-quiet" to={entity?.href ?? `/entities/${type.slug}`}>
            {words["entities.cancel"]}
          </Link>
        }
      />
      {problem && (
        <div className="site-admin-problem" role="alert">
          <p dir="auto">{problem.message}</p>
          {problem.isMoved && (
            <button type="button" className="site-quiet" onClick={onReload}>
              {words["entities.reload"]}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
