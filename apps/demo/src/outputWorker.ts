// oxlint-disable-next-line import/default -- Vite makes the address of the built worker the default export
import address from "@callboard/react/output-worker?worker&url";

interface Policy {
  createScriptURL(address: string): string;
}

/** The part of Trusted Types that TypeScript's own types leave out. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
};

let policy: Policy | undefined;

/** Starts the worker that large outputs are read in, under the one policy that the demo's pages allow: for this one file. */
export function startOutputWorker(): Worker {
  policy ??= trustedTypes?.createPolicy("callboard-worker", { createScriptURL: () => address });
  return new Worker(policy ? policy.createScriptURL(address) : address, { type: "module" });
}
