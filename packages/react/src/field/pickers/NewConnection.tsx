"use client";
import type { Connection, ConnectionKind, ToolClient } from "@callboard/core";
import { connectionKinds } from "@callboard/core/fields";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { isComposing } from "../../isComposing.ts";
import { fieldIcon } from "../api/fieldIcon.tsx";
import { asClientError } from "../../provider/asClientError.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { rootOf } from "../../rootOf.ts";
import { pickerEnglish } from "../../messages/pickerEnglish.ts";

type Part = "name" | "kind" | "address" | "secret";

/** Asks for a new destination inside another form. Its fields are in no form's value, and are dropped with it. */
export function NewConnection(props: {
  create: NonNullable<ToolClient["createConnection"]>;
  onSaved: (connection: Connection) => void;
  onCancel: () => void;
}): ReactNode {
  const { t } = useKit(pickerEnglish);
  const id = useId();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<ConnectionKind>("wordpress");
  const [address, setAddress] = useState("");
  const [secret, setSecret] = useState("");
  const [problems, setProblems] = useState<Partial<Record<Part | "", string>>>({});
  const [isSaving, setSaving] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => {
    root.current?.querySelector("input")?.focus();
    return () => stop.current?.abort();
  }, []);

  const show = (found: typeof problems): void => {
    setProblems(found);
    const first = (["name", "kind", "address", "secret"] as const).find((part) => found[part] !== undefined);
    if (first && root.current) rootOf(root.current).getElementById(`${id}-${first}`)?.focus();
  };
  const save = async (): Promise<void> => {
    if (isSaving) return;
    const missing: typeof problems = {
      ...(name.trim() === "" && { name: t("connection.needsName") }),
      ...(!isWebAddress(address) && { address: t("connection.needsAddress") }),
    };
    if (Object.keys(missing).length > 0) return show(missing);
    setSaving(true);
    const request = (stop.current = new AbortController());
    try {
      const draft = { name: name.trim(), kind, address: address.trim(), ...(secret !== "" && { secret }) };
      const saved = await props.create(draft, { signal: request.signal });
      setSecret("");
      props.onSaved(saved);
    } catch (cause) {
      if (request.signal.aborted) return;
      const error = asClientError(cause);
      const part = error.path?.slice(1);
      setSaving(false);
      if (part === "name" || part === "kind" || part === "address" || part === "secret")
        show({ [part]: error.message });
      else show({ "": error.status >= 400 && error.status < 500 ? error.message : t("connection.failed") });
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      props.onCancel();
    } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
      // The form around it is not to be submitted by it.
      event.preventDefault();
      event.stopPropagation();
      void save();
    }
  };
  const control = (part: Part) => ({
    id: `${id}-${part}`,
    className: "cb-input",
    disabled: isSaving,
    "aria-invalid": problems[part] === undefined ? undefined : true,
    "aria-describedby": problems[part] !== undefined || part === "secret" ? `${id}-${part}-note` : undefined,
  });
  const field = (part: Part, label: string, input: ReactNode, help?: string): ReactNode => (
    <div className="cb-field">
      <label className="cb-field-label" htmlFor={`${id}-${part}`}>
        {label}
      </label>
      {input}
      {problems[part] === undefined ? (
        help !== undefined && (
          <p className="cb-field-help" id={`${id}-${part}-note`}>
            {help}
          </p>
        )
      ) : (
        <p className="cb-field-error" id={`${id}-${part}-note`}>
          {fieldIcon("alert")}
          <span>{problems[part]}</span>
        </p>
      )}
    </div>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that its controls let through
    <div ref={root} className="cb-new-connection" role="group" aria-labelledby={`${id}-title`} onKeyDown={onKeyDown}>
      <p className="cb-new-connection-title" id={`${id}-title`}>
        {t("connection.title")}
      </p>
      {field(
        "name",
        t("connection.name"),
        <input
          {...control("name")}
          autoComplete="off"
          maxLength={120}
          dir="auto"
          placeholder={t("connection.namePlaceholder")}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />,
      )}
      {field(
        "kind",
        t("connection.kind"),
        <select
          {...control("kind")}
          value={kind}
          onChange={({ target }) => setKind(connectionKinds.find((one) => one === target.value) ?? kind)}
        >
          {connectionKinds.map((one) => (
            <option key={one} value={one}>
              {t(`connection.kind.${one}`)}
            </option>
          ))}
        </select>,
      )}
      {field(
        "address",
        t("connection.address"),
        <input
          {...control("address")}
          type="url"
          inputMode="url"
          autoComplete="off"
          dir="ltr"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />,
      )}
      {field(
        "secret",
        t("connection.secret"),
        <input
          {...control("secret")}
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          dir="ltr"
          value={secret}
          onChange={({ target }) => setSecret(target.value)}
        />,
        t("connection.secretHelp"),
      )}
      {problems[""] !== undefined && (
        <p className="cb-field-error" role="alert">
          {fieldIcon("alert")}
          <span>{problems[""]}</span>
        </p>
      )}
      <div className="cb-new-connection-actions">
        <button type="button" className="cb-button" aria-disabled={isSaving || undefined} onClick={() => void save()}>
          {t(isSaving ? "connection.saving" : "connection.save")}
        </button>
        <button type="button" className="cb-button" data-variant="quiet" onClick={props.onCancel}>
          {t("connection.cancel")}
        </button>
      </div>
    </div>
  );
}

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text.trim()) && URL.canParse(text.trim());
