"use client";
import type { ReactNode } from "react";
import { formatCopy, type CopyFormat } from "./copyFormats.ts";
import { fieldIcon } from "../field/api/fieldIcon.tsx";
import { useFormScope } from "../field/api/formContext.ts";
import { MenuButton } from "../provider/MenuButton.tsx";
import { copyText } from "../text/copyText.ts";
import { usePartWords } from "./usePartWords.ts";

/** Takes the form's value elsewhere: as JSON, as a request from a shell, as a call in code. */
export function CopyMenu({ slug, url }: { slug: string | undefined; url: string | undefined }): ReactNode {
  const { store } = useFormScope();
  const t = usePartWords();
  const copy = async (format: CopyFormat): Promise<string> => {
    const target = url ?? `${location.origin}/api/tools/${encodeURIComponent(slug ?? "")}/run`;
    const { text, complete } = formatCopy(store, format, { slug: slug ?? "", url: target });
    if (!(await copyText(text))) return t("form.copy.failed");
    return t(complete ? "form.copy.copied" : "form.copy.copiedWithoutSecrets");
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
