"use client";
import { ToolClientError, type ToolListing } from "@callboard/core";
import type { AuthoredTool, AuthoringClient } from "@callboard/core/client";
import { sameJson } from "@callboard/core/form";
import { Redo2, Undo2 } from "lucide-react";
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useReducer,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { FieldDefinitionEditor } from "../editor/FieldDefinitionEditor.tsx";
import { ToolForm } from "../form/ToolForm.tsx";
import { isComposing } from "../isComposing.ts";
import { authorEnglish } from "../messages/authorEnglish.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { changesOf, inputSchemaOf, NEW_TOOL, slugFor, toDraft, toEdited, type EditedTool } from "./editedTool.ts";
import { begin, step } from "./history.ts";
import { missingIn, problemCounts, SECTIONS, tryable, type Section } from "./editorProblems.ts";
import { IdentityRows, OutputRows, VisibilityRows } from "./editorRows.tsx";
import { ExecutionInput } from "./ExecutionInput.tsx";
import { TestPanel } from "./TestPanel.tsx";
import { readDraft, useKeptDraft } from "./useKeptDraft.ts";
import { VersionsPanel } from "./VersionsPanel.tsx";

export interface ToolEditorProps {
  /** `create` writes a new tool; `edit` changes `tool`: a tenant's own, or what a tenant may of one in code. */
  mode: "create" | "edit";
  tool?: AuthoredTool;
  client: AuthoringClient;
  /** The tools that there are: they are offered as steps, and their categories. */
  tools?: readonly Pick<ToolListing, "slug" | "name" | "category">[];
  /** The agents that a tool may be handed to. */
  agents?: readonly { slug: string; name: string }[];
  onSaved?(tool: AuthoredTool): void;
  /** Told whether there is something that would be lost: to warn whoever leaves. */
  onUnsavedChange?(isUnsaved: boolean): void;
}

/**
 * Writes a tool, or changes one: what it is called, who has it, what it asks for, what it answers and what it does,
 * beside a test of it as it stands. What is not saved is kept in the browser.
 * @example
 * ```tsx
 * <ToolEditor mode="create" client={authoringClient(transport)} onSaved={({ slug }) => open(slug)} />
 * ```
 */
export function ToolEditor(props: ToolEditorProps): ReactNode {
  const { mode, client, tools = [], agents = [], onSaved, onUnsavedChange } = props;
  const { t, language } = useKit(authorEnglish);
  const id = useId();
  const [saved, setSaved] = useState(mode === "edit" ? props.tool : undefined);
  const initial = useMemo(() => (saved ? toEdited(saved) : NEW_TOOL), [saved]);
  const [found] = useState(() => readDraft(saved?.slug ?? null, saved?.revision ?? null));
  const [history, act] = useReducer(step<EditedTool>, initial, (value) =>
    found ? step(begin(value), { kind: "change", place: "draft", value: found }) : begin(value),
  );
  const edited = history.present;
  const isUnsaved = useMemo(() => !sameJson(edited, initial), [edited, initial]);
  const forget = useKeptDraft(saved?.slug ?? null, saved?.revision ?? null, isUnsaved ? edited : null);
  const [isRestored, setRestored] = useState(found !== null);
  const [isChecked, setChecked] = useState(false);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [refusedSpec, setRefusedSpec] = useState<readonly { path: string; message: string }[]>([]);
  const [failure, setFailure] = useState<{ message: string; hasMovedOn: boolean }>();
  const [status, setStatus] = useState<"idle" | "saving" | "saved">("idle");
  const [hasOwnSlug, setOwnSlug] = useState(saved !== undefined || found !== null);
  const summary = useRef<HTMLDivElement>(null);

  useEffect(() => {
    onUnsavedChange?.(isUnsaved);
    if (!isUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isUnsaved, onUnsavedChange]);

  const schemaOf = useCallback((slug: string) => client.get(slug), [client]);
  const isOwn = !saved || saved.kind === "tenant_custom";
  const inputSchema = useMemo(() => inputSchemaOf(edited, saved), [edited, saved]);
  const draft = useMemo(() => toDraft(edited, saved), [edited, saved]);
  const missing = useMemo(() => missingIn(edited, isOwn), [edited, isOwn]);
  const errorOf = (part: string): string | undefined => {
    const lack = isChecked ? missing.get(part) : undefined;
    return refused.get(part) ?? (lack && t(`author.${lack}`));
  };
  const counts = useMemo(() => {
    const parts = new Set([...(isChecked ? missing.keys() : []), ...refused.keys()]);
    return problemCounts(edited, inputSchema, { isOwn, parts });
  }, [edited, inputSchema, isOwn, isChecked, missing, refused]);
  const problemsIn = (section: Section): number => counts.get(section) ?? 0;
  const shown = isOwn ? SECTIONS : SECTIONS.filter((section) => section !== "output" && section !== "execution");
  const problemCount = shown.reduce((sum, section) => sum + problemsIn(section), 0);

  const set = (place: string, change: Partial<EditedTool>) => {
    act({ kind: "change", place, value: { ...edited, ...change } });
    setStatus("idle");
    if (place === "executionSpec") setRefusedSpec([]);
    if (refused.has(place)) setRefused(new Map([...refused].filter(([part]) => part !== place)));
  };
  const setName = (name: string) => set("name", { name, ...(!hasOwnSlug && { slug: slugFor(name) }) });
  const take = (tool: AuthoredTool, isTold = true) => {
    setSaved(tool);
    act({ kind: "begin", value: toEdited(tool) });
    setRefused(new Map());
    setRefusedSpec([]);
    setFailure(undefined);
    setChecked(false);
    setRestored(false);
    forget();
    setOwnSlug(true);
    if (isTold) onSaved?.(tool);
  };
  const fail = (error: unknown) => {
    const isKnown = error instanceof ToolClientError;
    const issues = isKnown
      ? (error.issues ?? (error.path === undefined ? [] : [{ path: error.path, message: error.message }]))
      : [];
    setRefused(new Map(issues.map(({ path, message }) => [path.split("/")[1] ?? "", message])));
    const inSpec = "/executionSpec";
    setRefusedSpec(
      issues.flatMap(({ path, message }) =>
        path.startsWith(`${inSpec}/`) ? [{ path: path.slice(inSpec.length), message }] : [],
      ),
    );
    const message = error instanceof Error ? error.message : String(error);
    setFailure({ message, hasMovedOn: isKnown && error.status === 412 });
    setStatus("idle");
    requestAnimationFrame(() => summary.current?.focus());
  };
  async function save(): Promise<void> {
    setChecked(true);
    setFailure(undefined);
    if (missing.size > 0 || problemCount > 0) {
      requestAnimationFrame(() => summary.current?.focus());
      return;
    }
    setStatus("saving");
    try {
      take(
        saved ? await client.update(saved.slug, saved.revision, changesOf(edited, saved)) : await client.create(draft),
      );
      setStatus("saved");
    } catch (error) {
      fail(error);
    }
  }
  async function reload(): Promise<void> {
    if (!saved) return;
    try {
      take(await client.get(saved.slug), false);
    } catch (error) {
      fail(error);
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isComposing(event) || event.ctrlKey === event.metaKey) return;
    const key = event.key.toLowerCase();
    if (key === "s") void save();
    else if (key === "z" && !event.shiftKey && history.past.length > 0) act({ kind: "undo" });
    else if (((key === "z" && event.shiftKey) || key === "y") && history.future.length > 0) act({ kind: "redo" });
    else return;
    event.preventDefault();
  };
  const saveLabel = status === "saving" ? t("author.saving") : saved ? t("author.save") : t("author.create");
  const heading = (section: Section) => (
    <h2 id={`${id}-${section}`} tabIndex={-1}>
      {t(`author.${section}`)}
    </h2>
  );
  const around = (section: Section) => ({ className: "cb-author-section", "aria-labelledby": `${id}-${section}` });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the controls inside bubble
    <div
      {...language}
      className="callboard cb-author"
      onKeyDown={onKeyDown}
      role="group"
      aria-label={t("author.label")}
    >
      <div className="cb-author-bar">
        <nav aria-label={t("author.sections")}>
          {shown.map((section) => {
            const count = problemsIn(section);
            return (
              <a key={section} href={`#${id}-${section}`} data-problem={count > 0 || undefined}>
                {t(`author.${section}`)}
                {count > 0 && <span className="cb-visually-hidden"> {t("author.problems", { count })}</span>}
              </a>
            );
          })}
        </nav>
        <p className="cb-author-status" role="status">
          {status === "saved" ? t("author.saved") : isUnsaved ? t("author.unsaved") : ""}
        </p>
        <div className="cb-author-acts">
          <button
            type="button"
            className="cb-button"
            data-variant="quiet"
            data-icon-only
            aria-label={t("author.undo")}
            title={t("author.undo")}
            disabled={history.past.length === 0}
            onClick={() => act({ kind: "undo" })}
          >
            <Undo2 size={16} aria-hidden />
          </button>
          <button
            type="button"
            className="cb-button"
            data-variant="quiet"
            data-icon-only
            aria-label={t("author.redo")}
            title={t("author.redo")}
            disabled={history.future.length === 0}
            onClick={() => act({ kind: "redo" })}
          >
            <Redo2 size={16} aria-hidden />
          </button>
          <button
            type="button"
            className="cb-button"
            data-variant="primary"
            aria-disabled={status === "saving" || (saved !== undefined && !isUnsaved) || undefined}
            onClick={() => {
              if (status !== "saving" && !(saved && !isUnsaved)) void save();
            }}
          >
            {saveLabel}
          </button>
        </div>
      </div>
      <div ref={summary} tabIndex={-1} className="cb-author-summary">
        {isRestored && (
          <div className="cb-author-notice" role="status">
            <p>{t("author.draftFound")}</p>
            <button
              type="button"
              className="cb-button"
              data-variant="quiet"
              onClick={() => {
                act({ kind: "begin", value: initial });
                setRestored(false);
                forget();
              }}
            >
              {t("author.draftDiscard")}
            </button>
          </div>
        )}
        {failure && (
          <div className="cb-author-notice" data-tone="danger" role="alert">
            <strong>{t(failure.hasMovedOn ? "author.movedOn" : "author.failed")}</strong>
            <p>{failure.hasMovedOn ? t("author.movedOnHelp") : failure.message}</p>
            {failure.hasMovedOn && (
              <button type="button" className="cb-button" onClick={() => void reload()}>
                {t("author.reload")}
              </button>
            )}
          </div>
        )}
        {isChecked && problemCount > 0 && !failure && (
          <div className="cb-author-notice" data-tone="danger" role="alert">
            <strong>{t("author.problems", { count: problemCount })}</strong>
            <ul>
              {shown
                .filter((section) => problemsIn(section) > 0)
                .map((section) => (
                  <li key={section}>
                    <a href={`#${id}-${section}`}>{t(`author.${section}`)}</a>
                  </li>
                ))}
            </ul>
          </div>
        )}
      </div>
      <div className="cb-author-columns">
        <div className="cb-author-sections">
          <section {...around("identity")}>
            {heading("identity")}
            <IdentityRows
              edited={edited}
              isSaved={saved !== undefined}
              categories={[...new Set(tools.map(({ category }) => category))]}
              errorOf={errorOf}
              onName={setName}
              onSlug={(slug) => {
                setOwnSlug(slug !== "");
                set("slug", { slug });
              }}
              onChange={set}
            />
          </section>
          <section {...around("visibility")}>
            {heading("visibility")}
            <VisibilityRows
              edited={edited}
              isOwn={isOwn}
              asksByCode={!isOwn && initial.asks && !saved?.changed.includes("permissionPolicy")}
              errorOf={errorOf}
              onChange={set}
            />
          </section>
          <section {...around("input")}>
            {heading("input")}
            {errorOf("inputSchema") !== undefined && <p className="cb-field-error">{errorOf("inputSchema")}</p>}
            {isOwn ? (
              <FieldDefinitionEditor value={edited.fields} onChange={(fields) => set("fields", { fields })} />
            ) : (
              saved && <ToolForm schema={saved.inputSchema} readOnly />
            )}
          </section>
          {isOwn && (
            <>
              <section {...around("output")}>
                {heading("output")}
                <OutputRows edited={edited} errorOf={errorOf} onChange={set} />
              </section>
              <section {...around("execution")}>
                {heading("execution")}
                <ExecutionInput
                  value={edited.spec}
                  inputSchema={inputSchema}
                  tools={tools.filter(({ slug }) => slug !== edited.slug)}
                  agents={agents}
                  schemaOf={schemaOf}
                  error={errorOf("executionSpec")}
                  issues={refusedSpec}
                  onChange={(spec) => set("executionSpec", { spec })}
                />
              </section>
            </>
          )}
        </div>
        <aside className="cb-author-side">
          <TestPanel
            client={client}
            slug={saved?.slug ?? (edited.slug || "new-tool")}
            inputSchema={saved && !isOwn ? saved.inputSchema : inputSchema}
            draft={isOwn ? tryable(draft) : undefined}
            streams={
              isOwn && edited.spec.kind === "prompt" && edited.spec.mode === "direct" && edited.answers === "text"
            }
          />
          {saved && <VersionsPanel client={client} tool={saved} onRestored={(tool) => take(tool)} onFailed={fail} />}
        </aside>
      </div>
    </div>
  );
}
