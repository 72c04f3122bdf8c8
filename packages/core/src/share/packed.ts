import { finish, inSlices, type Steps } from "./slices.ts";

/*
 * Compressed bytes inside an HTML page. Seven bits stand in each character, so that a packed text is an eighth longer
 * than its bytes, where base64 is a third longer. The four characters that HTML or an editor would change stand as
 * two-byte letters, which carry the seven bits of the next character as well.
 */

/** NUL, line feed, carriage return and "<". */
const UNSAFE = [0, 10, 13, 60];
const FIRST_LETTER = 0x80;

/** A text compressed and packed, and how many bytes it has. */
export async function pack(text: string): Promise<{ packed: string; bytes: number }> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("gzip"));
  return { packed: await inSlices(packSteps(bytes)), bytes: bytes.length };
}

/** The text of `pack`. */
export async function unpack(packed: string, bytes: number): Promise<string> {
  return new TextDecoder().decode(await through(unpackBytes(packed, bytes), new DecompressionStream("gzip")));
}

/** Bytes as characters that stand unchanged in the text of a script element. */
export const packBytes = (bytes: Uint8Array): string => finish(packSteps(bytes));

/** Bytes between two pauses. */
const STRIDE = 200_000;

function* packSteps(bytes: Uint8Array): Steps<string> {
  const sevens = new Uint8Array(Math.ceil((bytes.length * 8) / 7));
  let [bits, held, at] = [0, 0, 0];
  for (let index = 0; index < bytes.length; index++) {
    if (index % STRIDE === STRIDE - 1) yield;
    const byte = bytes[index]!;
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 7) {
      bits -= 7;
      sevens[at++] = (held >> bits) & 127;
    }
    held &= (1 << bits) - 1;
  }
  if (bits > 0) sevens[at++] = (held << (7 - bits)) & 127;
  const parts: string[] = [];
  const codes: number[] = [];
  for (let index = 0; index < at; index++) {
    if (index % STRIDE === STRIDE - 1) yield;
    const unsafe = UNSAFE.indexOf(sevens[index]!);
    codes.push(unsafe < 0 ? sevens[index]! : FIRST_LETTER + (unsafe << 7) + (sevens[++index] ?? 0));
    if (codes.length === 8192) parts.push(String.fromCharCode(...codes.splice(0)));
  }
  parts.push(String.fromCharCode(...codes));
  return parts.join("");
}

/** The bytes of `packBytes`; `length` says how many they are. */
export function unpackBytes(packed: string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.min(length, packed.length * 2));
  let [bits, held, at] = [0, 0, 0];
  const add = (seven: number) => {
    held = (held << 7) | seven;
    bits += 7;
    if (bits < 8) return;
    bits -= 8;
    if (at < bytes.length) bytes[at++] = held >> bits;
    held &= (1 << bits) - 1;
  };
  for (let index = 0; index < packed.length; index++) {
    const code = packed.charCodeAt(index);
    if (code < FIRST_LETTER) add(code);
    else {
      add(UNSAFE[(code - FIRST_LETTER) >> 7] ?? 0);
      add((code - FIRST_LETTER) & 127);
    }
  }
  return bytes.subarray(0, at);
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Response(bytes).body!.pipeThrough(stream);
  return new Uint8Array(await new Response(body).arrayBuffer());
}
