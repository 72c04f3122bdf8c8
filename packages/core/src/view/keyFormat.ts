import { wordsOfName } from "../schema/humanize.ts";
import type { ValueFormat } from "./viewSpec.ts";

/** A key of a moment, which may be given as seconds or milliseconds. */
const moment =
  /^(?:created|updated|modified|deleted|expires|expiry|published|started|finished|completed|timestamp|epoch)(?:_?(?:at|on|time|ts|ms|utc))?$/i;
const isMoment = (key: string): boolean => moment.test(key) || /_at$|[a-z]At$/.test(key);

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Words for numbers that name something and measure nothing, whatever stands before them. */
const names = setOf(
  "id uid pid gid guid uuid oid code zip zipcode postcode postal plz pin port year isbn issn ean gtin upc sku iban bic swift ssn tin ein nif cif siren " +
    "siret duns phone telephone tel mobile cell cellphone msisdn fax telefon handy telefax imei imsi iccid serial version ref reference barcode vin plate " +
    "asn npi cusip isin lei passport licence license " +
    "jahr année annee año ano anno kennung kennzeichen código codigo год телефон",
);
/**
 * Words for the number of a thing: with the thing before them they name it, where it is not a count or a measure of it.
 */
const numbers = setOf("no nr num number nummer numero número numéro numer nro номер");
const measured = setOf(
  "total max min maximum minimum average avg mean median sum overall whole expected estimated random real",
);
/** The same where words are written as one: German's, Chinese, Japanese and Korean. */
const compound = /\p{L}{2}(?:nummer|nr|kennung|kennziffer|jahr)$|[号號码碼年]$|番号$|電話$|电话$|번호$|연도$/u;
/** Things that are called by their number: alone, a whole number at such a key is that number. */
const things = setOf(
  "account invoice order receipt booking reservation shipment parcel tracking contract policy claim case ticket issue pr customer client vendor supplier " +
    "employee member patient student user device asset flight train route job run build revision commit session transaction request page line chapter " +
    "room apartment house extension batch lot model number no nr num konto rechnung auftrag bestellung kunde vertrag",
);
/** Words for when something began, which as a whole number of four digits is a year. */
const beginnings = setOf(
  "founded established built born died since vintage season released class gegründet gebaut geboren",
);
/** What comes after these says of what, or for what, the words before them are. */
const links = setOf("of per in by for from with to at on a an each every pro je von de por par");

/** Whether all of some values that are numbers are whole, not negative, and there are any. */
function areWhole(values: readonly unknown[]): boolean {
  const found = values.filter((value): value is number => typeof value === "number");
  return found.length > 0 && found.every((value) => Number.isInteger(value) && value >= 0);
}

const isYear = (value: unknown): boolean => typeof value !== "number" || (value >= 1_000 && value < 3_000);

/**
 * The words that say what a key is of, and whether it goes on with of or for what: `number_of_orders` is a count, and
 * no order's number.
 */
function headOf(key: string): { words: string[]; isLinked: boolean } {
  const words = wordsOfName(key.replace(/\(.*\)/, ""))
    .map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""))
    .filter(Boolean);
  const link = words.findIndex((word, at) => at > 0 && links.has(word));
  return link < 0 ? { words, isLinked: false } : { words: words.slice(0, link), isLinked: true };
}

/**
 * Whether the numbers at a key name something, such as an account, a year or a version, so that each is written with
 * its digits alone.
 */
export function isNaming(key: string, values: readonly unknown[] = []): boolean {
  const { words, isLinked } = headOf(key);
  const last = words.at(-1)?.replace(/\d+$/, "") ?? "";
  const before = words.at(-2);
  if (names.has(last) || compound.test(last)) return true;
  if (isLinked) return false;
  if (before !== undefined) return numbers.has(last) && !measured.has(before);
  return areWhole(values) && (things.has(last) || (beginnings.has(last) && values.every(isYear)));
}

/**
 * What a key says of its values, of which a few may be given: moments are dates, numbers that are names keep their
 * digits, sizes and durations have units, a status is one of a few words.
 */
export function formatOfKey(key: string, values: readonly unknown[] = []): ValueFormat | undefined {
  if (isMoment(key)) return { type: "datetime" };
  if (/^(?:status|state|severity|priority|stage)$/i.test(key)) return { type: "badge" };
  if (/^(?:size_?in_?)?bytes$/i.test(key) || /(?:[a-z]Bytes|_bytes)$/.test(key)) return { type: "bytes" };
  if (/(?:[a-z]Ms|_ms|[a-z]Millis(?:econds)?)$/.test(key)) return { type: "milliseconds" };
  return isNaming(key, values) ? { type: "plain" } : undefined;
}

/** The same of a key whose value is a list: `account_numbers` says of each what `account_number` says of one. */
export function formatOfItems(key: string, values: readonly unknown[]): ValueFormat | undefined {
  return formatOfKey(key, values) ?? formatOfKey(key.replace(/(?<=[a-z]{2})s$/i, ""), values);
}
