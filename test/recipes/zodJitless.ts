// #region readme
import "@callboard/core/zod-jitless";
import { z } from "zod";
// #endregion

export const schema = z.object({ value: z.number() });
