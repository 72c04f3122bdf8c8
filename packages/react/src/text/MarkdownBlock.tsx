"use client";
import { toSafeLink } from "@callboard/core/view";
import { ImageIcon, Square, SquareCheck } from "lucide-react";
import { cjkFriendlyExtension } from "micromark-extension-cjk-friendly";
import { gfmStrikethroughCjkFriendly } from "micromark-extension-cjk-friendly-gfm-strikethrough";
import { createContext, memo, useContext, type ReactNode } from "react";
import ReactMarkdown, { type Components, type ExtraProps, type Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import type { Processor } from "unified";
import { useKit } from "../provider/ToolProvider.tsx";
import { addressLiteral } from "./addressLiteral.ts";
import { characterReferences } from "./characterReferences.ts";
import { CodeBlock } from "./CodeBlock.tsx";
import { deepestTree, longCode } from "./limits.ts";
import { chatEnglish } from "../messages/chatEnglish.ts";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "./visibleText.ts";

const markdownEnglish = { ...chatEnglish, ...viewEnglish };

type Node = NonNullable<ExtraProps["node"]>;

/** An element of the tree, or a text in it. */
interface Part {
  type: string;
  value?: string;
  alt?: string | null;
  children?: readonly Part[];
}

/** A block whose elements stand too deep within each other becomes a paragraph of its text. */
function boundedDepth() {
  return (tree: Part & { children: Part[] }, file: { value: unknown }) => {
    const waiting: [Part, number][] = [[tree, 0]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [{ children }, depth] = next;
      if (depth > deepestTree) {
        const data = { hProperties: { className: ["cb-md-unread"] } };
        const paragraph = { type: "paragraph", data, children: [{ type: "text", value: String(file.value) }] };
        tree.children = [paragraph];
        return;
      }
      for (const child of children ?? []) waiting.push([child, depth + 1]);
    }
  };
}

const plugins: Options["remarkPlugins"] = [
  remarkGfm,
  besideCjk,
  addressLiteral,
  characterReferences,
  boundedDepth,
  readableWords,
];

/** Marks of emphasis beside East Asian punctuation, which stands there without a blank. */
function besideCjk(this: Processor) {
  const data = this.data() as { micromarkExtensions?: unknown[] };
  (data.micromarkExtensions ??= []).push(cjkFriendlyExtension(), gfmStrikethroughCjkFriendly());
}

/** What hides or reorders words is seen, also where it was written as a character reference. */
function readableWords() {
  return (tree: Part) => {
    const waiting = [tree];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (typeof next.value === "string") next.value = readableText(next.value);
      if (typeof next.alt === "string") next.alt = readableText(next.alt);
      waiting.push(...(next.children ?? []));
    }
  };
}

/** Every URL attribute passes through this function. */
const safeUrl = (url: string) => toSafeLink(url)?.href ?? "";

/** One block of Markdown. This module holds the parser, so it is loaded with the first block. */
const MarkdownBlock = memo(function MarkdownBlock({ source }: { source: string }): ReactNode {
  const code = longCode(source);
  if (code) return <CodeBlock {...code} />;
  return (
    <ReactMarkdown remarkPlugins={plugins} urlTransform={safeUrl} components={components}>
      {source}
    </ReactMarkdown>
  );
});
export default MarkdownBlock;

const components: Components = {
  a: ({ href, children, node }) => (
    <Link href={href} words={node ? wordsOf(node) : ""}>
      {children}
    </Link>
  ),
  img: ({ src, alt }) => <ImageChip src={typeof src === "string" ? src : ""} alt={alt ?? ""} />,
  pre: ({ node }) => <CodeBlock code={node ? wordsOf(node).replace(/\n$/, "") : ""} language={languageOf(node)} />,
  table: ({ children }) => <Table>{children}</Table>,
  th: ({ children, node }) => <th data-align={alignOf(node)}>{children}</th>,
  td: ({ children, node }) => <td data-align={alignOf(node)}>{children}</td>,
  input: ({ checked }) => <TaskBox done={checked === true} />,
  p: ({ children, className }) => (
    <p dir="auto" className={className}>
      {children}
    </p>
  ),
  ul: ({ children }) => <ul dir="auto">{children}</ul>,
  ol: ({ children, start }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  // Headings of levels one and two belong to the page.
  h1: ({ children }) => <h3 dir="auto">{children}</h3>,
  h2: ({ children }) => <h4 dir="auto">{children}</h4>,
  h3: ({ children }) => <h5 dir="auto">{children}</h5>,
  h4: ({ children }) => <h6 dir="auto">{children}</h6>,
  h5: ({ children }) => <h6 dir="auto">{children}</h6>,
  h6: ({ children }) => <h6 dir="auto">{children}</h6>,
};

/** Links do not nest: an image within a link is drawn as its text. */
const LinkedContext = createContext(false);

function Link({ href, words, children }: { href: string | undefined; words: string; children: ReactNode }): ReactNode {
  const { t } = useKit(markdownEnglish);
  const link = toSafeLink(href);
  if (!link) return <span className="cb-md-unlinked">{children}</span>;
  const mail = link.href.startsWith("mailto:");
  return (
    <a
      className="cb-link"
      href={link.href}
      title={link.host}
      {...(mail
        ? {}
        : { target: "_blank", rel: "noopener noreferrer nofollow", referrerPolicy: "no-referrer" as const })}
    >
      <LinkedContext.Provider value>
        <bdi>{children}</bdi>
      </LinkedContext.Provider>
      {namesAnotherPlace(words, link.host) && <bdi className="cb-link-host">{link.host}</bdi>}
      {!mail && <span className="cb-visually-hidden"> ({t("view.link.opens")})</span>}
    </a>
  );
}

/** True where a link's text looks like an address other than its target. */
function namesAnotherPlace(words: string, host: string): boolean {
  // Other dots look like the one that separates names.
  const plain = words.normalize("NFKC").replaceAll("。", ".");
  const named = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/u.exec(plain)?.[0];
  return named !== undefined && named.toLowerCase() !== host.toLowerCase().replace(/:\d+$/, "") && named !== host;
}

function ImageChip({ src, alt }: { src: string; alt: string }): ReactNode {
  const { t } = useKit(markdownEnglish);
  const link = toSafeLink(src);
  const linked = useContext(LinkedContext);
  const words = link && t("view.image.remote", { host: link.host });
  return (
    <span className="cb-chip cb-md-image">
      <ImageIcon size={14} aria-hidden />
      {alt !== "" && <bdi>{alt}</bdi>}
      {!link ? (
        alt === "" && t("view.image")
      ) : linked ? (
        words
      ) : (
        <Link href={link.href} words="">
          {words}
        </Link>
      )}
    </span>
  );
}

function Table({ children }: { children: ReactNode }): ReactNode {
  const { t } = useKit(markdownEnglish);
  return (
    <div className="cb-md-table" role="group" aria-label={t("view.table.label")} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

function TaskBox({ done }: { done: boolean }): ReactNode {
  const { t } = useKit(markdownEnglish);
  const Box = done ? SquareCheck : Square;
  return (
    <span className="cb-md-task" role="img" aria-label={t(done ? "chat.task.done" : "chat.task.open")}>
      <Box size={14} aria-hidden />
    </span>
  );
}

function alignOf(node: Node | undefined): string | undefined {
  const align = node?.properties["align"];
  return typeof align === "string" ? align : undefined;
}

function languageOf(node: Node | undefined): string | null {
  const code = node?.children[0];
  const classes = code?.type === "element" ? code.properties["className"] : undefined;
  const named = Array.isArray(classes) ? classes.find((one) => String(one).startsWith("language-")) : undefined;
  return named === undefined ? null : String(named).slice("language-".length);
}

function wordsOf(node: Node): string {
  return node.children
    .map((child) => (child.type === "text" ? child.value : child.type === "element" ? wordsOf(child) : ""))
    .join("");
}
