interface Policy {
  createScriptURL(address: string): string;
}

/** The part of Trusted Types that TypeScript's own types leave out. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
};

let policy: Policy | undefined;

/**
 * Starts the worker that large outputs are read in, under the one policy that the pages allow: for this one file.
 * `address` is that of the built `@callboard/react/output-worker`.
 */
export const outputWorkerAt = (address: string) => (): Worker => {
  policy ??= trustedTypes?.createPolicy("callboard-worker", { createScriptURL: () => address });
  return new Worker(policy ? policy.createScriptURL(address) : address, { type: "module" });
};
