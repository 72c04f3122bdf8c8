/** What a module's function made of stand-ins for a host's services, or why it made nothing. */
export type Made = { made: unknown } | { problem: string };

/**
 * Calls the function that a module exports in place of a tool as the host of a tool folder does, with stand-ins for its
 * services: they may be taken apart and kept, and whatever uses them while the tool is made throws. Undefined where the
 * default export is no such function.
 */
export async function madeWithStandIns(module: unknown): Promise<Made | undefined> {
  const exported = (module as { default?: unknown } | undefined)?.default;
  if (typeof exported !== "function" || exported.length > 1 || isClass(exported)) return undefined;
  try {
    return { made: await (exported as (services: unknown) => unknown)(standIn("services")) };
  } catch (error) {
    if (!(error instanceof UsedStandIn)) {
      return {
        problem: `it failed when it was called with stand-ins for them: ${error instanceof Error ? error.message : String(error)}.`,
      };
    }
    return { problem: `it uses ${error.message} while it makes the tool, which nothing here can answer.` };
  }
}

class UsedStandIn extends Error {}

/** A value of any shape, without a value: each part of it is one too, and what would need to know it throws. */
function standIn(name: string): unknown {
  const used = (how: string) => (): never => {
    throw new UsedStandIn(how);
  };
  const parts = new Map<string, unknown>();
  return new Proxy(function () {}, {
    get(_target, key) {
      if (typeof key === "symbol") return used(name);
      // Or an `await` would wait for it for ever.
      if (key === "then") return undefined;
      if (!parts.has(key)) parts.set(key, standIn(`${name}.${key}`));
      return parts.get(key);
    },
    apply: used(`${name}()`),
    construct: used(`new ${name}()`),
  });
}

const isClass = (exported: object) => /^class\b/.test(Function.prototype.toString.call(exported));
