import "./destination.css";
import { useEffect, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { demoClient } from "../demoClient.ts";
import type { ArrivedPost } from "../destination.ts";
import { useWords } from "../words.ts";
import { localeOf, useShownLanguage } from "@callboard/pages";

/** What the content desk published, as the demo's own blog, webhook and social account got it. */
export function Destination(): ReactNode {
  const words = useWords();
  const posts = usePosts();
  return (
    <section className="demo-destination" aria-busy={posts === undefined || undefined}>
      <title>{`${words.destination} · Callboard`}</title>
      <h1>{words.destination}</h1>
      <p className="site-lead">{words["destination.lead"]}</p>
      {posts === null && <p role="alert">{words["destination.failed"]}</p>}
      {posts?.length === 0 && (
        <div className="site-message">
          <h2>{words["destination.empty"]}</h2>
          <p>{words["destination.empty.help"]}</p>
          <Link className="site-action" to="/tools/content-desk-publish">
            {words["destination.open"]}
          </Link>
        </div>
      )}
      {posts?.map((post) => (
        <Post key={post.id} post={post} />
      ))}
    </section>
  );
}

function Post({ post: { kind, state, title, text, tags, picture, at } }: { post: ArrivedPost }): ReactNode {
  const words = useWords();
  const locale = localeOf(useShownLanguage());
  return (
    <article>
      <p className="demo-post-facts">
        <strong data-state={state}>{words[`destination.${state}`]}</strong>
        <span>{words[`destination.${kind}`]}</span>
        <time dateTime={new Date(at).toISOString()}>
          {new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(at)}
        </time>
      </p>
      <h2 dir="auto">{title}</h2>
      {picture !== null && <img src={picture} alt="" />}
      <p className="demo-post-text" dir="auto">
        {text}
      </p>
      {tags.length > 0 && <p className="demo-post-facts">{tags.map((tag) => `#${tag}`).join(" ")}</p>}
    </article>
  );
}

/** Undefined while they are read, null where they could not be. */
function usePosts(): readonly ArrivedPost[] | null | undefined {
  const [posts, setPosts] = useState<readonly ArrivedPost[] | null>();
  useEffect(() => {
    const stop = new AbortController();
    demoClient.posts({ signal: stop.signal }).then(setPosts, () => {
      if (!stop.signal.aborted) setPosts(null);
    });
    return () => stop.abort();
  }, []);
  return posts;
}
