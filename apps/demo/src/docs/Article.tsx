import { useEffect, useState, type ReactNode } from "react";
import ReactMarkdown, { type Components, type ExtraProps } from "react-markdown";
import { Link } from "react-router";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import { useWords } from "../words.ts";
import { CodeBlock } from "./CodeBlock.tsx";
import { resolveLink } from "./docFiles.ts";
import { OnPage } from "./OnPage.tsx";

type Node = NonNullable<ExtraProps["node"]>;

const remarkPlugins = [remarkGfm];
const rehypePlugins = [rehypeSlug];

/** One page of docs/, written in English in whatever language the app is. */
export function Article({ name, source }: { name: string; source: string }): ReactNode {
  const words = useWords();
  const [article, setArticle] = useState<HTMLElement | null>(null);
  const title = /^# (.+)$/m.exec(source)?.[1]?.replaceAll("`", "") ?? name;
  useEffect(() => {
    // The browser looked for the heading before it was there.
    const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (place) place.scrollIntoView();
  }, []);
  return (
    <>
      <article ref={setArticle} className="demo-article" lang="en" dir="ltr">
        <title>{`${title} · ${words.docs} · Callboard`}</title>
        <ReactMarkdown
          skipHtml
          remarkPlugins={remarkPlugins}
          rehypePlugins={rehypePlugins}
          urlTransform={(url) => resolveLink(name, url)}
          components={components}
        >
          {source}
        </ReactMarkdown>
        <p className="demo-article-source">
          {/* With a target the app's router leaves the click to the browser. */}
          <a href={`/docs/${name}.md`} target="_self">
            {words["docs.markdown"]}
          </a>
        </p>
      </article>
      <OnPage article={article} />
    </>
  );
}

const components: Components = {
  a: ({ href = "", children }) =>
    href.startsWith("/") ? <Link to={href}>{children}</Link> : <a href={href}>{children}</a>,
  h2: (props) => <Heading level={2} {...props} />,
  h3: (props) => <Heading level={3} {...props} />,
  h4: (props) => <Heading level={4} {...props} />,
  pre: ({ node }) => <CodeBlock code={node ? wordsOf(node).replace(/\n$/, "") : ""} language={languageOf(node)} />,
  // The corner of a table whose rows have names is no header.
  th: ({ children }) => (children ? <th scope="col">{children}</th> : <td />),
  table: ({ children }) => <Table>{children}</Table>,
};

/** A table that is wider than the page scrolls by itself, also by keyboard. */
function Table({ children }: { children: ReactNode }): ReactNode {
  const words = useWords();
  return (
    <div className="demo-article-table" tabIndex={0} role="group" aria-label={words["docs.table"]}>
      <table>{children}</table>
    </div>
  );
}

/** A heading that gives its own address to whoever wants to share it. */
function Heading({ level, id, children }: { level: 2 | 3 | 4; id?: string; children?: ReactNode }): ReactNode {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id}>
      <a className="demo-article-anchor" href={`#${id}`}>
        {children}
      </a>
    </Tag>
  );
}

function wordsOf(node: Node): string {
  return node.children
    .map((child) => (child.type === "text" ? child.value : child.type === "element" ? wordsOf(child) : ""))
    .join("");
}

function languageOf(node: Node | undefined): string {
  const code = node?.children[0];
  const names = code?.type === "element" ? code.properties["className"] : undefined;
  const name = Array.isArray(names) ? names.find((one) => String(one).startsWith("language-")) : undefined;
  return String(name ?? "").slice("language-".length);
}
