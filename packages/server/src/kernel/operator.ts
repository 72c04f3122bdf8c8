import type { SecretBox } from "../db/secretBox.ts";

const PLACE = "operator";
const PREFIX = "cbo_";
/** How long a credential made from the key is taken, in milliseconds. */
const LIFE = 5 * 60 * 1000;

/** A credential that says: whoever sends it holds the host's key. For the command line, beside a host that runs. */
export function operatorCredential(box: SecretBox): string {
  const sealed = box.seal(JSON.stringify({ until: Date.now() + LIFE }), PLACE);
  return PREFIX + Buffer.from(sealed, "base64").toString("base64url");
}

/** Whether a credential was made from this host's key, within the last minutes. */
export function isOperator(credential: string, box: SecretBox | null): boolean {
  if (!box || !credential.startsWith(PREFIX)) return false;
  try {
    const sealed = Buffer.from(credential.slice(PREFIX.length), "base64url").toString("base64");
    const { until } = JSON.parse(box.open(sealed, PLACE)) as { until: number };
    return until > Date.now() && until <= Date.now() + LIFE;
  } catch {
    return false;
  }
}
