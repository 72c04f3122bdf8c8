import type { formStateMessages } from "../formState.ts";
import type { Translated } from "../translated.ts";

export const germanFormState: Translated<typeof formStateMessages, "one" | "other"> = {
  "field.foreign": "Enthält zurzeit {value}, was dieses Feld nicht anzeigen kann.",
  "field.counter": "{count} von {limit} Zeichen",
  "form.undone": "Rückgängig gemacht",
  "form.redone": "Wiederholt",
  "form.by.model": "Vom Modell ausgefüllt",
  "form.by.overruled": "Von Ihnen geändert",
};
