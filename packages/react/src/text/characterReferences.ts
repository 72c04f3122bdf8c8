import { characterEntities } from "character-entities";
import type { Extension as TreeExtension } from "mdast-util-from-markdown";
import { normalizeIdentifier } from "micromark-util-normalize-identifier";
import type { Construct, Extension, State, TokenizeContext } from "micromark-util-types";
import type { Processor } from "unified";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    characterReferenceName: "characterReferenceName";
  }
}

const ampersand = 38;
const numberSign = 35;
const semicolon = 59;

const decode = (name: string): string | undefined =>
  Object.hasOwn(characterEntities, name) ? characterEntities[name] : undefined;

const isDigit = (code: number) => code >= 48 && code <= 57;
const isHexDigit = (code: number) => isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
const isAlphanumeric = (code: number) => isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** `&amp;`, `&#38;` and `&#x26;`. Numbers get the parser's own tokens, and with them its decoding. */
const reference: Construct = {
  name: "namedOrNumericReference",
  tokenize(this: TokenizeContext, effects, ok, nok) {
    let size = 0;
    let longest = 31;
    let belongs = isAlphanumeric;
    let value: "characterReferenceName" | "characterReferenceValue" = "characterReferenceName";
    const start: State = (code) => {
      effects.enter("characterReference");
      effects.enter("characterReferenceMarker");
      effects.consume(code);
      effects.exit("characterReferenceMarker");
      return afterMarker;
    };
    const afterMarker: State = (code) => {
      if (code === numberSign) {
        effects.enter("characterReferenceMarkerNumeric");
        effects.consume(code);
        effects.exit("characterReferenceMarkerNumeric");
        value = "characterReferenceValue";
        return afterNumberSign;
      }
      effects.enter(value);
      return inValue(code);
    };
    const afterNumberSign: State = (code) => {
      const isHex = code === 88 || code === 120;
      belongs = isHex ? isHexDigit : isDigit;
      longest = isHex ? 6 : 7;
      if (!isHex) {
        effects.enter(value);
        return inValue(code);
      }
      effects.enter("characterReferenceMarkerHexadecimal");
      effects.consume(code);
      effects.exit("characterReferenceMarkerHexadecimal");
      effects.enter(value);
      return inValue;
    };
    const inValue: State = (code) => {
      if (code === semicolon && size > 0) {
        const token = effects.exit(value);
        if (value === "characterReferenceName" && decode(this.sliceSerialize(token)) === undefined) return nok(code);
        effects.enter("characterReferenceMarker");
        effects.consume(code);
        effects.exit("characterReferenceMarker");
        effects.exit("characterReference");
        return ok;
      }
      if (code === null || !belongs(code) || size++ >= longest) return nok(code);
      effects.consume(code);
      return inValue;
    };
    return start;
  },
};

const syntax: Extension = {
  disable: { null: ["characterReference"] },
  text: { [ampersand]: reference },
  string: { [ampersand]: reference },
};

const tree: TreeExtension = {
  exit: {
    characterReferenceName(token) {
      const tail = this.stack.at(-1) as { value: string };
      tail.value += decode(this.sliceSerialize(token)) ?? "";
    },
    // As the parser has it, but for the label's references, which nothing shows.
    labelText(token) {
      const label = this.sliceSerialize(token);
      const identifier = normalizeIdentifier(label).toLowerCase();
      Object.assign(this.stack.at(-2)!, { label, identifier });
    },
  },
};

function addTable(this: Processor): void {
  const data = this.data() as { micromarkExtensions?: Extension[]; fromMarkdownExtensions?: unknown[] };
  (data.micromarkExtensions ??= []).push(syntax);
  (data.fromMarkdownExtensions ??= []).push(tree);
}

/**
 * Decodes character references by a table. The parser's own decoder asks the DOM in a browser: it assigns `innerHTML`,
 * which a page that enforces Trusted Types refuses.
 */
export const characterReferences = addTable;
