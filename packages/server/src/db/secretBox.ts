import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Encrypts texts, so that whoever reads the database, or a copy of it, does not read them. */
export interface SecretBox {
  /** `place` names where the result is kept: it cannot be opened for any other place. */
  seal(text: string, place: string): string;
  /** @throws when it was sealed with another key or for another place, or was altered. */
  open(sealed: string, place: string): string;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM under a nonce of its own for each text: nonce, tag and cipher text, as Base64. */
export function createSecretBox(key: Uint8Array): SecretBox {
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed, "base64");
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
      return Buffer.concat(text).toString("utf8");
    },
  };
}

/**
 * A key from its text: 64 hexadecimal digits, or Base64.
 * @throws when it is anything but 32 bytes, without repeating it; `name` names the setting.
 */
export function readSecretKey(text: string, name: string): Uint8Array {
  const trimmed = text.trim();
  const isHex = /^[0-9a-f]{64}$/i.test(trimmed);
  const key = Buffer.from(trimmed, isHex ? "hex" : "base64");
  if (key.byteLength === KEY_BYTES && (isHex || /^[\w+/-]+=*$/.test(trimmed))) return key;
  throw new Error(
    `${name} is no key: it has to be ${KEY_BYTES} bytes, in Base64 or as 64 hexadecimal digits. Make one with: openssl rand -base64 ${KEY_BYTES}`,
  );
}

/**
 * The key of a data folder, made at its first start and readable by its owner alone. Only this process uses the folder.
 */
export async function secretKeyOfFolder(folder: string): Promise<Uint8Array> {
  const path = join(folder, "secret.key");
  if (!existsSync(path)) {
    // Whole or not at all: half a key would be a different key.
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, `${randomBytes(KEY_BYTES).toString("base64")}\n`, { mode: 0o600, flush: true });
    await rename(draft, path);
  }
  return readSecretKey(await readFile(path, "utf8"), path);
}
