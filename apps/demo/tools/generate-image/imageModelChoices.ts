import type { ChoiceSearch } from "@callboard/server";
import type { ImageModels } from "../../src/server/images/images.ts";

/** What the model's field finds: the models as they are now, each with whether it is connected. */
export const imageModelChoices =
  (images: ImageModels): ChoiceSearch =>
  async ({ query, values, signal }) => {
    const wanted = query.toLowerCase();
    return (await images.list(signal))
      .filter(({ id, name }) => (values ? values.includes(id) : `${id} ${name}`.toLowerCase().includes(wanted)))
      .map(({ id, name, live }) => ({ value: id, label: name, description: live ? id : `${id} · not connected` }));
  };
