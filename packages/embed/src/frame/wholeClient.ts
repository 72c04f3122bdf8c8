/** In a module of its own: fetched when the form is there, before it is first sent. */
export { createHttpClient } from "@callboard/core";
