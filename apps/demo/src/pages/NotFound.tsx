import type { ReactNode } from "react";
import { Link } from "react-router";

/** The page for an address that leads nowhere. */
export function NotFound(): ReactNode {
  return (
    <section className="demo-message">
      <title>Page not found · Callboard</title>
      <h1>There is no page here</h1>
      <p>The address may be mistyped, or the page may have moved. All tools are listed in the library.</p>
      <Link className="demo-action" to="/tools">
        Open the tool library
      </Link>
    </section>
  );
}
