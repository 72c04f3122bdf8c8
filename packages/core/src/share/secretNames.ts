/**
 * Which names say that their value is a secret: `apiKey`, `x-api-key`, `DB_PASSWORD`, `PGPASSWORD`, `sessionid`,
 * `Passwort`. The words are those that gitleaks, detect-secrets and secretlint look for beside a value, with what
 * browsers, databases and people call the same.
 */

/** A cheap look at a name: whatever has none of these is no secret's name. */
const MAYBE =
  /pass|pwd|pswd|secret|token|key|auth|cred|cookie|sid|sess|pin|otp|cv[vcn]|ssn|iban|jwt|bearer|cs?rf|sig|hmac|mnemonic|seed|dsn|conn|kennwort|salt|code|contrase|senha|пароль|密码|密碼|パスワード|비밀번호|mdp|card|licen/i;

/** Parts of a name, without its separators, that make it a secret's wherever they stand in it. */
const ANYWHERE =
  /passw(?:or)?d|passphrase|passcode|passwort|kennwort|motdepasse|contrase(?:ñ|n)a|senha|пароль|密码|密碼|パスワード|비밀번호|secret(?!ar)|api[-_ ]?key|(?:private|access|account|signing|encryption|master|storage|shared|subscription|deploy|service|license|ssh|gpg|pgp|jwt|hmac|aes|rsa|webhook|admin|server|client|license|licence)key|(?:auth|access|refresh|session|bearer|id|api|csrf|xsrf|security|user|login|reset|device|push|bot)token|sess(?:ion)?id$|credentials?|authorization|connectionstring|connstr|cardnumber|securitycode|securityanswer|recoverycode|backupcode|authcode|authorizationcode|seedphrase|mnemonic|htpasswd|csrf|xsrf/;

/** Words of a name that make it a secret's, each by itself. */
const WORDS = new Set(
  (
    "pass pwd pswd passwd pw secret secrets token key cred creds cookie cookies sid auth bearer jwt pin otp totp mfa cvv cvc cvn cvv2 ssn iban " +
    "signature sig hmac salt dsn mdp pat apikey"
  ).split(" "),
);

/** Words after which a name is about a secret and is none: `token_type`, `password_length`, `secretName`. */
const ABOUT = new Set(
  (
    "count counts limit limits type types length size min max minimum maximum policy policies expiry expires expired expiration ttl url uri " +
    "endpoint endpoints name names label required enabled disabled valid invalid validity strength rotation rotated at on created updated used usage " +
    "remaining budget field fields column columns input inputs placeholder format manager provider version algorithm alg method mode status error " +
    "errors description title help text details path file filename dir count per window page index position id ids arn prefix suffix store vault ring"
  ).split(" "),
);
/** What may stand before one of those, and is a secret all the same: `session_id`, `accessKeyId`. */
const SECRET_IDS = /(?:sess(?:ion)?|access ?key|secret ?key)[ _]?ids?$/;

/** What a key is that opens nothing. */
const PLAIN_KEYS = new Set(
  (
    "primary foreign sort partition cache public publishable translation object row index group i18n map hot shortcut search lookup unique composite " +
    "natural message event routing dedupe idempotency display issue project parent item entity field column enter arrow return escape esc tab page " +
    "react hash range query data meta locale lang language color theme config setting settings option param property state store sorting legend " +
    "major minor piano musical low high the a any each every this that first last next previous press left right up down of no"
  ).split(" "),
);

const known = new Map<string, SecretKind>();
const MOST_KNOWN = 5_000;
const LONGEST_NAME = 80;

/**
 * `value`: what stands under the name is a secret. `opaque`: it is one where it looks like one, as a `key` may also be
 * a word of prose.
 */
export type SecretKind = "value" | "opaque" | null;

/** What a name says of its value. Of a very long one only the end counts. */
export function secretKindOf(name: string): SecretKind {
  const short = name.length > LONGEST_NAME ? name.slice(-LONGEST_NAME) : name;
  if (!MAYBE.test(short)) return null;
  let kind = known.get(short);
  if (kind === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(short, (kind = judge(short)));
  }
  return kind;
}

function judge(name: string): SecretKind {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/[^\p{L}\p{M}\d]+/gu, " ")
    .trim()
    .toLowerCase()
    .split(" ");
  const spaced = words.join(" ");
  const compact = words.join("");
  const last = words.at(-1)!;
  const before = words.at(-2);
  if (SECRET_IDS.test(spaced)) return "value";
  if (words.length > 1 && ABOUT.has(last)) return null;
  if (
    /^(?:tokeni[sz]\w*|keyboards?|keywords?|keynotes?|monkeys?|secretar\w+|author\w{0,3}|authors?|tokens)$/.test(
      compact,
    )
  )
    return null;
  if (ANYWHERE.test(compact)) return "value";
  if (last === "tokens" || last === "keys") return before !== undefined && WORDS.has(before) ? "value" : "opaque";
  if (last === "key")
    return before === undefined ? "opaque" : PLAIN_KEYS.has(before) ? null : isLoud(name) ? "value" : "opaque";
  if (last === "auth" || last === "salt" || last === "pat" || last === "pw" || last === "sig" || last === "signature")
    return isLoud(name) ? "value" : "opaque";
  if (WORDS.has(last)) return "value";
  if (words.some((word) => word !== "key" && word !== "auth" && word !== "sig" && word !== "pat" && WORDS.has(word)))
    return "opaque";
  // PGPASS, MYSQLPWD, DBTOKEN, connect.sid, PHPSESSID: grown together.
  if (
    /(?:pass|pwd|token|sessid|\bsid)$/.test(compact) &&
    !/(?:bypass|compass|surpass|overpass|underpass)$/.test(compact)
  )
    return "value";
  return null;
}

/** A variable of an environment: `STRIPE_KEY`. */
const isLoud = (name: string): boolean => /^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(name);

/** Whether a text looks as no word does: long enough, and of letters and digits, or of letters in no order. */
export function isOpaque(text: string): boolean {
  if (text.length < 6 || text.length > 10_000 || /\s/.test(text)) return false;
  if (/^\d+(?:[.,:]\d+)*$/.test(text)) return false;
  if (/\d/.test(text) && /[A-Za-z]/.test(text))
    return text.length >= 8 || /[^\w.-]/.test(text) || /[a-z]\d|\d[a-z]/i.test(text);
  return text.length >= 8 && /[^\w.,:;!?'"()/-]/.test(text);
}
