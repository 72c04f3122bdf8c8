import type { Finder } from "./finder.ts";
import { STRIDE } from "./finder.ts";

interface Node {
  next: Map<number, Node>;
  /** The node of the longest end of this one's text that is a beginning, too. */
  back: Node | null;
  /** The length of the longest value that ends here; 0 where none does. */
  length: number;
}

/** Values that are secret wherever they stand, as a name said so somewhere. */
export interface KnownSecrets {
  add(value: string): void;
  readonly size: number;
  /** Finds them all in one walk over a text (Aho-Corasick). */
  finder(): Finder;
}

const MOST_VALUES = 5_000;
const MOST_CHARACTERS = 500_000;
/** Of a longer value its beginning is looked for. */
const LONGEST = 10_000;

/** Unless `isAny`, values that a text may hold by chance are not among them. */
export function createKnownSecrets(isAny = false): KnownSecrets {
  const values = new Set<string>();
  let characters = 0;
  return {
    add(text) {
      const value = text.trim().slice(0, LONGEST);
      if (value.length < 3 || values.has(value) || !(isAny || isUnmistakable(value))) return;
      if (values.size >= MOST_VALUES || characters + value.length > MOST_CHARACTERS) return;
      values.add(value);
      characters += value.length;
    },
    get size() {
      return values.size;
    },
    finder: () => findAll(treeOf(values)),
  };
}

/** Whether a value is no word that a text may hold by chance. */
function isUnmistakable(value: string): boolean {
  if (/^[\p{L}]+$/u.test(value)) return value.length >= 10;
  if (/^[\d.,:/-]+$/.test(value)) return value.length >= 8;
  return value.length >= 6 && !/^https?:\/\/[^@]*$/.test(value);
}

function treeOf(values: ReadonlySet<string>): Node {
  const root: Node = { next: new Map(), back: null, length: 0 };
  for (const value of values) {
    let node = root;
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      let next = node.next.get(code);
      if (!next) node.next.set(code, (next = { next: new Map(), back: null, length: 0 }));
      node = next;
    }
    node.length = value.length;
  }
  const nodes = [root];
  for (const node of nodes) {
    for (const [code, next] of node.next) {
      let back = node.back;
      while (back && !back.next.has(code)) back = back.back;
      next.back = back?.next.get(code) ?? root;
      next.length = Math.max(next.length, next.back.length);
      nodes.push(next);
    }
  }
  return root;
}

const findAll = (root: Node): Finder =>
  function* (text, found) {
    let node = root;
    for (let index = 0; index < text.length; index++) {
      if (index % STRIDE === STRIDE - 1) yield;
      const code = text.charCodeAt(index);
      let next = node.next.get(code);
      while (!next && node.back) {
        node = node.back;
        next = node.next.get(code);
      }
      node = next ?? root;
      if (node.length > 0) found(index + 1 - node.length, index + 1);
    }
  };
