import { TranslatableString, type Registry } from "@rjsf/utils";
import type { FormPartTranslate } from "@callboard/react/internal-form";

/** rjsf's own strings, from the kit's catalogue. */
export function createTranslateString(t: FormPartTranslate): Registry["translateString"] {
  return (key, [first = "", second = ""] = []) => {
    switch (key) {
      case TranslatableString.YesLabel:
        return t("form.yes");
      case TranslatableString.NoLabel:
        return t("form.no");
      case TranslatableString.OptionPrefix:
        return t("form.option", { index: Number(first) });
      case TranslatableString.TitleOptionPrefix:
        return `${first}: ${t("form.option", { index: Number(second) })}`;
      case TranslatableString.DeprecatedLabel:
        return t("form.deprecated", { label: first });
      case TranslatableString.ArrayItemTitle:
        return t("form.entryValue");
      case TranslatableString.NewStringDefault:
        return "";
      case TranslatableString.OptionalObjectAdd:
      case TranslatableString.AddButton:
      case TranslatableString.AddItemButton:
        return t("form.add");
      case TranslatableString.OptionalObjectRemove:
      case TranslatableString.RemoveButton:
        return t("form.remove", { label: "" }).trim();
      case TranslatableString.OptionalObjectEmptyMsg:
        return t("form.notSet");
      default:
        return key.replace(/%1/g, first).replace(/%2/g, second);
    }
  };
}
