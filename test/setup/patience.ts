import { vi } from "vitest";

/** A busy machine may take longer than the second that `vi.waitFor` gives: it waits ten, as `expect.poll` does here. */
const { waitFor } = vi;
// Files that share a process share this, too.
if (waitFor.name !== "waitPatiently") {
  vi.waitFor = function waitPatiently(callback, options = 10_000) {
    return waitFor(callback, options);
  };
}
