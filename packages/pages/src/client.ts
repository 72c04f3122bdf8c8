import { createHttpClient } from "@callboard/core";

/** The way to the server that this page came from. */
export const client = createHttpClient({ baseUrl: "" });
