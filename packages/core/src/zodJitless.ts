import { config } from "zod/v4/core";

/**
 * Keeps Zod from compiling its checks, which under a Content Security Policy without `unsafe-eval` cannot work and is
 * reported as a violation. To be imported before the first schema is made; all copies of Zod 4 on a page share the
 * setting.
 * @example
 * ```ts
 * import "@callboard/core/zod-jitless";
 * import { z } from "zod";
 * ```
 */
config({ jitless: true });
