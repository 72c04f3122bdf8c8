import { choicesOf, type ChoiceSearch } from "../../choices/choices.ts";
import type { Connections } from "./connections.ts";

/** A tenant's connections, as every host offers them; by id or by name, whichever a tool stores. */
export function connectionChoices(connections: Connections): ChoiceSearch {
  return async ({ query, values, limit, context }) => {
    if (!context.tenantId) return [];
    const all = await connections.list(context.tenantId);
    if (values) {
      return all.flatMap(({ id, name, ...more }) =>
        values
          .filter((value) => value === id || value.toLowerCase() === name.toLowerCase())
          .map((value) => ({
            value,
            label: name,
            description: describe(more),
          })),
      );
    }
    const choices = all.map(({ id, name, ...more }) => ({ value: id, label: name, description: describe(more) }));
    return choicesOf(choices)({ query, limit, context, signal: new AbortController().signal });
  };
}

const describe = ({ kind, address }: { kind: string; address: string }): string => `${kind} · ${new URL(address).host}`;
