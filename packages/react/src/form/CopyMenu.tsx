"use client";
import type { ReactNode } from "react";
import { copyText, type CopyFormat } from "./copyFormats.ts";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { useFormScope } from "../field/api/formContext.ts";
import { MenuButton } from "../provider/MenuButton.tsx";
import { usePartWords } from "./usePartWords.ts";

/** Takes the form's value elsewhere: as JSON, as a request from a shell, as a call in code. */
export function CopyMenu({ slug, url }: { slug: string | undefined; url: string | undefined }): ReactNode {
  const { store } = useFormScope();
  const t = usePartWords();
  const copy = async (format: CopyFormat): Promise<string> => {
    const target = url ?? `${location.origin}/api/tools/${encodeURIComponent(slug ?? "")}/run`;
    const { text, complete } = copyText(store, format, { slug: slug ?? "", url: target });
    try {
      await navigator.clipboard.writeText(text);
      return t(complete ? "form.copy.copied" : "form.copy.copiedWithoutSecrets");
    } catch {
      return t("form.copy.failed");
    }
  };
  const formats: CopyFormat[] = slug === undefined ? ["json"] : ["json", "curl", "call"];
  return (
    <MenuButton
      label={t("form.copy")}
      groups={() => [
        { items: formats.map((format) => ({ label: t(`form.copy.${format}`), run: () => copy(format) })) },
      ]}
    >
      {fieldIcon("copy")}
      {t("form.copy")}
    </MenuButton>
  );
}
