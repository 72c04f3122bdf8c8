"use client";
import { childPointer, humanizeFieldName } from "@callboard/core/form";
import {
  canExpand,
  getTemplate,
  getUiOptions,
  type ArrayFieldItemButtonsTemplateProps,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type FieldPathId,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  type WrapIfAdditionalTemplateProps,
} from "@rjsf/utils";
import { isValidElement, useContext, useRef, type ReactNode } from "react";
import {
  fieldIcon,
  type FieldIcon,
  FormContext,
  IconButton,
  usePartWords,
  walkByKey,
} from "@callboard/react/internal-form";
import { RowContext, toPointer, useSafeId } from "./fieldPlace.ts";

/** The label of a container: its title, or its property's name in words. */
const nameOf = (title: string | undefined, { path }: FieldPathId): string => {
  const own = String(path.at(-1) ?? "");
  return title === own ? humanizeFieldName(own) : (title ?? "");
};

/** rjsf draws the properties that all branches share under a place of their own, which is that of the value. */
const isShared = ({ path }: FieldPathId): boolean => path.at(-1) === "XxxOf";

/** The fields of an object under its name; those of the whole form stand by themselves. */
export function ObjectFieldTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const { fieldPathId, properties, description, schema, uiSchema, formData, disabled, readonly } = props;
  const t = usePartWords();
  const scope = useContext(FormContext);
  const row = useContext(RowContext);
  const safe = useSafeId();
  const id = safe(fieldPathId.$id);
  const isPureChoice = (schema.oneOf || schema.anyOf) && !schema.properties && properties.length === 0;
  if (isPureChoice) return null;
  const { path } = fieldPathId;
  const isRoot = path.length === 0 || (path.length === 1 && isShared(fieldPathId));
  const title = (row !== undefined && !schema.title ? row : nameOf(props.title, fieldPathId)) || t("form.field");
  const entries = canExpand(schema, uiSchema, formData) && !readonly && (
    <button
      type="button"
      className="cb-button"
      data-action="add-entry"
      disabled={disabled}
      aria-label={t("form.addEntryTo", { label: title })}
      onClick={() => {
        props.onAddProperty();
        scope?.announce(t("form.entryAdded"));
      }}
    >
      {fieldIcon("add")}
      {t("form.addEntry")}
    </button>
  );
  const fields = (
    <RowContext.Provider value={undefined}>
      {properties.map((property) => property.content)}
      {!readonly && !disabled && props.optionalDataControl}
      {entries}
    </RowContext.Provider>
  );
  if (isShared(fieldPathId) && !isRoot) return <div className="cb-group-fields">{fields}</div>;
  if (isRoot)
    return (
      <>
        {!scope && props.title && <h3 className="cb-form-section-title">{props.title}</h3>}
        {!scope && description && <Help>{description}</Help>}
        <div className="cb-form-section">
          <div className="cb-form-grid">{fields}</div>
        </div>
      </>
    );
  return (
    <fieldset className="cb-group" data-path={toPointer(path)} id={id} tabIndex={-1}>
      <legend className="cb-group-label">{title}</legend>
      {description && <Help>{description}</Help>}
      <div className="cb-group-fields">{fields}</div>
    </fieldset>
  );
}

const Help = ({ children }: { children: ReactNode }): ReactNode =>
  isValidElement(children) ? (
    <div className="cb-field-help">{children}</div>
  ) : (
    <p className="cb-field-help">{children}</p>
  );

/** A list of rows, and the button that adds one. */
export function ArrayFieldTemplate(props: ArrayFieldTemplateProps): ReactNode {
  const { items, canAdd, fieldPathId, uiSchema, registry, schema, readonly, disabled } = props;
  const t = usePartWords();
  const scope = useContext(FormContext);
  const safe = useSafeId();
  const root = useRef<HTMLFieldSetElement>(null);
  const options = getUiOptions(uiSchema, registry.globalUiOptions);
  const title = nameOf(options.title ?? props.title, fieldPathId) || t("form.field");
  const description = options.description ?? schema.description;
  return (
    <fieldset
      ref={root}
      className="cb-group"
      data-type="array"
      data-path={toPointer(fieldPathId.path)}
      id={safe(fieldPathId.$id)}
      tabIndex={-1}
    >
      <legend className={options.label === false ? "cb-visually-hidden" : "cb-group-label"}>{title}</legend>
      {description && <Help>{description}</Help>}
      {!readonly && !disabled && props.optionalDataControl}
      {items.length > 0 && <ol className="cb-rows">{items}</ol>}
      {readonly && items.length === 0 && <p className="cb-value-empty">{t("form.emptyList")}</p>}
      {canAdd && !readonly && (
        <button
          type="button"
          className="cb-button"
          disabled={disabled}
          aria-label={t("form.addTo", { label: title })}
          onClick={() => {
            props.onAddClick();
            scope?.announce(t("form.added", { label: t("form.item", { index: items.length + 1 }) }));
            requestAnimationFrame(() =>
              root.current
                ?.querySelector<HTMLElement>(
                  ":scope > .cb-rows > :last-child :is(input, select, textarea, button:not([data-action]))",
                )
                ?.focus(),
            );
          }}
        >
          {fieldIcon("add")}
          {t("form.add")}
        </button>
      )}
    </fieldset>
  );
}

/** One row of a list. */
export function ArrayFieldItemTemplate(props: ArrayFieldItemTemplateProps): ReactNode {
  const { children, index, hasToolbar, buttonsProps, displayLabel, readonly, registry, uiSchema } = props;
  const t = usePartWords();
  const Buttons = getTemplate("ArrayFieldItemButtonsTemplate", registry, getUiOptions(uiSchema));
  const label = t("form.item", { index: index + 1 });
  return (
    <li className="cb-row" data-index={index} data-inline={displayLabel ? "" : undefined}>
      <RowContext.Provider value={label}>{children}</RowContext.Provider>
      {hasToolbar && !readonly && (
        <div className="cb-row-actions" role="toolbar" aria-label={label} tabIndex={-1} onKeyDown={walkByKey}>
          {/* oxlint-disable-next-line react/static-components -- rjsf's registry has the component, it is not created here */}
          <Buttons {...buttonsProps} />
        </div>
      )}
    </li>
  );
}

/** The buttons of a row; each action is announced, and the focus stays in the list. */
export function ArrayFieldItemButtonsTemplate(props: ArrayFieldItemButtonsTemplateProps): ReactNode {
  const { index, disabled, hasMoveUp, hasMoveDown, hasCopy, hasRemove } = props;
  const t = usePartWords();
  const scope = useContext(FormContext);
  const label = t("form.item", { index: index + 1 });
  const act = (run: () => void, words: string, target: number) => (event: { currentTarget: HTMLElement }) => {
    const list = event.currentTarget.closest("ol");
    const { action } = event.currentTarget.dataset;
    run();
    scope?.announce(words);
    requestAnimationFrame(() => {
      const row = list?.querySelector(`:scope > [data-index="${target}"]`);
      const next = row?.querySelector<HTMLElement>(`[data-action="${action}"]:not(:disabled)`);
      (
        next ??
        row?.querySelector<HTMLElement>("input, select, textarea, button") ??
        list?.closest("fieldset")
      )?.focus();
    });
  };
  const stop = hasMoveUp ? "up" : hasMoveDown ? "down" : hasCopy ? "duplicate" : "remove";
  const button = (
    action: string,
    icon: FieldIcon,
    name: string,
    able: boolean,
    run: (event: { currentTarget: HTMLElement }) => void,
  ) => (
    <IconButton
      action={action}
      icon={icon}
      label={name}
      disabled={disabled || !able}
      tabIndex={action === stop ? 0 : -1}
      onClick={run}
    />
  );
  return (
    <>
      {(hasMoveUp || hasMoveDown) && (
        <>
          {button(
            "up",
            "up",
            t("form.moveUp", { label }),
            hasMoveUp === true,
            act(() => props.onMoveUpItem(), t("form.moved", { label, index }), index - 1),
          )}
          {button(
            "down",
            "down",
            t("form.moveDown", { label }),
            hasMoveDown === true,
            act(() => props.onMoveDownItem(), t("form.moved", { label, index: index + 2 }), index + 1),
          )}
        </>
      )}
      {hasCopy &&
        button(
          "duplicate",
          "copy",
          t("form.duplicate", { label }),
          true,
          act(() => props.onCopyItem(), t("form.duplicated", { label }), index + 1),
        )}
      {hasRemove &&
        button(
          "remove",
          "remove",
          t("form.remove", { label }),
          true,
          act(() => props.onRemoveItem(), t("form.removed", { label }), Math.max(0, index - 1)),
        )}
    </>
  );
}

/** Which kind of value, then that kind's fields. */
export function MultiSchemaFieldTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps): ReactNode {
  const t = usePartWords();
  const safe = useSafeId();
  const id = isValidElement<{ id?: string }>(selector) && selector.props.id ? safe(selector.props.id) : undefined;
  return (
    <div className="cb-union">
      {id !== undefined && (
        <label className="cb-visually-hidden" htmlFor={id} id={`${id}-label`}>
          {t("form.branch")}
        </label>
      )}
      {selector}
      {optionSchemaField && <div className="cb-union-value">{optionSchemaField}</div>}
    </div>
  );
}

/** A property with a free name: name, value, and the button that removes it. */
export function WrapIfAdditionalTemplate(props: WrapIfAdditionalTemplateProps): ReactNode {
  const { id: given, label, children, disabled, readonly, onKeyRenameBlur, onRemoveProperty } = props;
  const t = usePartWords();
  const id = useSafeId()(given);
  if (readonly) return children;
  return (
    <div className="cb-entry" data-path={childPointer("", label)}>
      <div className="cb-field">
        <input
          key={label}
          id={`${id}-key`}
          className="cb-input"
          aria-label={t("form.entryName")}
          dir="auto"
          autoComplete="off"
          defaultValue={label}
          disabled={disabled}
          onBlur={onKeyRenameBlur}
        />
      </div>
      {children}
      <IconButton
        action="remove"
        icon="remove"
        label={t("form.remove", { label: label || t("form.entryValue") })}
        disabled={disabled}
        onClick={onRemoveProperty}
      />
    </div>
  );
}
