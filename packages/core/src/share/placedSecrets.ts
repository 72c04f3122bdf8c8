import type { Finder } from "./finder.ts";
import { anySecretForm } from "./secretForms.ts";

const FORMS = anySecretForm();

/** Secrets that are known by their form. */
export const findForms: Finder = function* (text, found) {
  FORMS.lastIndex = 0;
  for (let match = FORMS.exec(text); match; match = FORMS.exec(text)) {
    const to = match.index + match[0].length;
    found(match.index, to);
    yield;
    // Somebody else's text may have been looked at meanwhile.
    FORMS.lastIndex = to;
  }
  yield;
  // What this host gives out as a token has no beginning of its own: 43 characters of capitals, small letters and
  // digits.
  OWN_TOKEN.lastIndex = 0;
  for (let match = OWN_TOKEN.exec(text); match; match = OWN_TOKEN.exec(text)) {
    if (/\d/.test(match[0]) && /[a-z]/.test(match[0]) && /[A-Z]/.test(match[0])) found(match.index, match.index + 43);
    OWN_TOKEN.lastIndex = match.index + 43;
  }
};
const OWN_TOKEN = /(?<![\w+/=-])[\w-]{43}(?![\w+/=-])/g;

const PEM = /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_END = /-----END [A-Z\d ]{0,40}-----/y;

/** Private keys, from their first line to their last, or to the end of a text that is cut. */
export const findPrivateKeys: Finder = function* (text, found) {
  PEM.lastIndex = 0;
  for (let match = PEM.exec(text); match; match = PEM.exec(text)) {
    const end = text.indexOf("-----END ", PEM.lastIndex);
    PEM_END.lastIndex = Math.max(0, end);
    const to = end < 0 ? text.length : PEM_END.test(text) ? PEM_END.lastIndex : Math.min(text.length, end + 9);
    found(match.index, to);
    PEM.lastIndex = to;
    yield;
    PEM.lastIndex = to;
  }
};

const LONGEST_AUTHORITY = 600;
const AUTHORITY_END = /[\s"'`<>{}|\\^]/;

/** The password of an address: `postgres://user:password@host`, `https://token@host`. */
export const findInAddresses: Finder = function* (text, found) {
  for (let sign = text.indexOf("://"); sign >= 0; sign = text.indexOf("://", sign + 3)) {
    yield;
    const from = sign + 3;
    const stretch = text.slice(from, from + LONGEST_AUTHORITY);
    const end = stretch.search(AUTHORITY_END);
    const next = stretch.indexOf("://");
    const whole = stretch.slice(0, Math.min(...[end, next].filter((place) => place >= 0), stretch.length));
    const isWeb = /https?$/i.test(text.slice(Math.max(0, sign - 5), sign));
    const path = whole.search(/[/?#]/);
    // A password in the address of a database may hold what an address has to escape.
    const query = whole.search(/[?#]/);
    const part = isWeb && path >= 0 ? whole.slice(0, path) : whole.slice(0, query < 0 ? whole.length : query);
    const at = part.lastIndexOf("@");
    if (at <= 0) continue;
    const colon = part.indexOf(":");
    if (colon >= 0 && colon < at) {
      const isBeforePath = path < 0 || colon < path;
      if (isBeforePath && at > colon + 1) found(from + colon + 1, from + at, true);
    } else if (at >= 16 && !part.slice(0, at).includes("/")) found(from, from + at);
  }
};

const COMMANDS: readonly RegExp[] = [
  /(?<![\w-])(?:-u|--user|--proxy-user|-U)[ =]["']?[^\s:"'/]{1,80}:(?!\/)([^\s"']{1,400})/dg,
  /\b(?:mysql|mysqldump|mysqladmin|mariadb)(?=\s)[^\n|;]{0,200}?\s-p(?=\S)["']?([^\s"']{1,200})/dg,
  /\bsshpass\s{1,4}-p\s{0,4}["']?([^\s"']{1,200})/dg,
  /\b(?:docker|podman|helm|az|redis-cli|ldapsearch|smbclient)(?=\s)[^\n|;]{0,200}?\s-(?:p|a|w)\s{1,4}["']?([^\s"'-][^\s"']{0,200})/dg,
];

/** Passwords in the short options of commands. */
export const findInCommands: Finder = function* (text, found) {
  for (const pattern of COMMANDS) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const [from, to] = match.indices![1]!;
      found(from, to, true);
      yield;
      pattern.lastIndex = to;
    }
    yield;
  }
};
