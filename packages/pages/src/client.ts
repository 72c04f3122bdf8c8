import { createHttpClient } from "@callboard/core";
import { createTransport } from "@callboard/core/client";

/** The way to the server that this page came from, for clients of its subjects and routes of one's own. */
export const transport = createTransport({ baseUrl: "" });

/** What the kit's components ask that server. */
export const client = createHttpClient(transport);
