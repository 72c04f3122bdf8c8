// The public list, by hand: `@callboard/server/command`, for commands around a host. It opens no database.
export { inFolder } from "./db/folderProblem.ts";
export { createSecretBox, readSecretKey } from "./db/secretBox.ts";
export type { SecretBox } from "./db/secretBox.ts";
export { operatorCredential } from "./kernel/operator.ts";
export { asWorkOf } from "./strayErrors.ts";
