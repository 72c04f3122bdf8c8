"use client";
import { toSafeLink } from "@callboard/core";
import { ImageIcon, Square, SquareCheck } from "lucide-react";
import { createContext, memo, useContext, type ReactNode } from "react";
import ReactMarkdown, { type Components, type ExtraProps } from "react-markdown";
import remarkGfm from "remark-gfm";
import { useCallboard } from "../../provider/ToolProvider.tsx";
import { CodeBlock } from "./CodeBlock.tsx";
import { chatMessages } from "../../messages/chat.ts";
import { viewMessages } from "../../messages/view.ts";
import { addMessages } from "../../messages/messages.ts";

addMessages(chatMessages);
addMessages(viewMessages);

type Node = NonNullable<ExtraProps["node"]>;

const plugins = [remarkGfm];

/** Whatever becomes an attribute that leads somewhere has gone through here. */
const safeUrl = (url: string) => toSafeLink(url)?.href ?? "";

/** One block of Markdown. Loaded when the first comes, since it brings the parser. */
const MarkdownBlock = memo(function MarkdownBlock({ source }: { source: string }): ReactNode {
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
  p: ({ children }) => <p dir="auto">{children}</p>,
  ul: ({ children }) => <ul dir="auto">{children}</ul>,
  ol: ({ children, start }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  // The page has the first two levels.
  h1: ({ children }) => <h3 dir="auto">{children}</h3>,
  h2: ({ children }) => <h4 dir="auto">{children}</h4>,
  h3: ({ children }) => <h5 dir="auto">{children}</h5>,
  h4: ({ children }) => <h6 dir="auto">{children}</h6>,
  h5: ({ children }) => <h6 dir="auto">{children}</h6>,
  h6: ({ children }) => <h6 dir="auto">{children}</h6>,
};

/** A link holds no other: an image within one is its words. */
const LinkedContext = createContext(false);

function Link({ href, words, children }: { href: string | undefined; words: string; children: ReactNode }): ReactNode {
  const { t } = useCallboard();
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

/** Words that look like an address, but not like the one that they lead to. */
function namesAnotherPlace(words: string, host: string): boolean {
  const named = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/u.exec(words)?.[0];
  return named !== undefined && named.toLowerCase() !== host.toLowerCase().replace(/:\d+$/, "") && named !== host;
}

function ImageChip({ src, alt }: { src: string; alt: string }): ReactNode {
  const { t } = useCallboard();
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
  const { t } = useCallboard();
  return (
    <div className="cb-md-table" role="group" aria-label={t("view.table.label")} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

function TaskBox({ done }: { done: boolean }): ReactNode {
  const { t } = useCallboard();
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
