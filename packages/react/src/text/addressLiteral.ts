import { besideAddress } from "@callboard/core/view";
import type { Construct, Extension, State, TokenizeContext } from "micromark-util-types";
import type { Processor } from "unified";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    literalAutolink: "literalAutolink";
    literalAutolinkHttp: "literalAutolinkHttp";
    literalAutolinkWww: "literalAutolinkWww";
  }
}

const beginning = /^(?:https?:\/\/|www\.)[^/?#]/i;
const couldBegin = /^(?:h(?:t(?:t(?:p(?:s?(?::(?:\/(?:\/)?)?)?)?)?)?)?|w(?:w(?:w(?:\.)?)?)?)$/i;
const letter = /[A-Za-z0-9_]/;

/**
 * An address that punctuation of running text follows without a blank. Any other is read by GFM's own construct, which
 * takes such a mark for a part of it.
 */
const address: Construct = {
  name: "addressBesidePunctuation",
  previous: (code) => code === null || code < 0 || !letter.test(String.fromCodePoint(code)),
  tokenize(this: TokenizeContext, effects, ok, nok) {
    // A link's words hold no other link.
    const isInLabel = this.events.some(
      ([way, token]) => way === "exit" && /^label(?:Link|Image)$/.test(token.type) && !token._balanced,
    );
    let read = "";
    const start: State = (code) => {
      if (isInLabel) return nok(code);
      const type = code === 87 || code === 119 ? "literalAutolinkWww" : "literalAutolinkHttp";
      effects.enter("literalAutolink");
      effects.enter(type);
      const inside: State = (next) => {
        if (next === null || next < 0 || next === 32 || next === 60) return nok(next);
        const one = String.fromCodePoint(next);
        if (besideAddress.test(one)) {
          if (!beginning.test(read)) return nok(next);
          effects.exit(type);
          effects.exit("literalAutolink");
          return ok(next);
        }
        read += one;
        if (!beginning.test(read) && !couldBegin.test(read)) return nok(next);
        effects.consume(next);
        return inside;
      };
      return inside(code);
    };
    return start;
  },
};

const syntax: Extension = { text: { 72: address, 104: address, 87: address, 119: address } };

function addAddress(this: Processor): void {
  const data = this.data() as { micromarkExtensions?: Extension[] };
  (data.micromarkExtensions ??= []).push(syntax);
}

/** Ends an address before the punctuation of running text: `https://example.com/guide，` leads to `/guide`. */
export const addressLiteral = addAddress;
