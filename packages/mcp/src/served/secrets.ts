import { createHash, randomBytes } from "node:crypto";

/** A secret that nobody guesses; its prefix says what it opens. */
export const newSecret = (prefix: string): string => prefix + randomBytes(32).toString("base64url");

/** Secrets are kept and looked up by their hash, so that the time it takes tells nothing of them. */
export const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
