import type { Choice } from "@callboard/core";
import type { Kernel } from "../kernel/kernel.ts";
import type { ModuleRoute } from "../kernel/module.ts";
import { json } from "../http/httpError.ts";
import { wholeNumber } from "../http/queryParameters.ts";
import { HostRefusal } from "../hostRefusal.ts";

/** Characters of a search. */
const LONGEST_QUERY = 200;
/** How many stored ids one request may name. */
const MOST_VALUES = 100;

/** `/api/choices/:kind`: the choices that match `q`, or the labels of stored ids (`value`, repeated). */
export function choiceRoutes({ choices }: Kernel): readonly ModuleRoute[] {
  return [
    {
      method: "GET",
      path: "/api/choices/:kind",
      authority: "tenant",
      async handle({ request, params: { kind = "" }, query: parameters, context }) {
        const asker = await context();
        const search = await choices(kind, asker);
        if (!search) {
          throw new HostRefusal(
            "kind_not_found",
            `There is nothing to choose of the kind "${kind.slice(0, 80)}" here.`,
          );
        }
        const query = (parameters.get("q") ?? "").trim().slice(0, LONGEST_QUERY);
        const values = parameters.has("value") ? parameters.getAll("value").slice(0, MOST_VALUES) : undefined;
        const limit = wholeNumber(parameters.get("limit"), "limit", { min: 1, max: 100, fallback: 20 });
        const found = await search({
          query,
          ...(values && { values }),
          limit: values ? MOST_VALUES : limit,
          context: asker,
          signal: request.signal,
        });
        return json(found.slice(0, values ? MOST_VALUES : limit).map(toChoice));
      },
    },
  ];
}

/** A choice alone leaves the host, whatever else the rows of a search hold. */
function toChoice({ value, label, description }: Choice): Choice {
  return { value: String(value), label: String(label), ...(description !== undefined && { description }) };
}
