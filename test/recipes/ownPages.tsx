import { openPages, pageRoutes, Shell } from "@callboard/pages";
import "@callboard/react/styles.css";
import "@callboard/react/player.css";
import "@callboard/pages/styles.css";

export function start(element: Element) {
  const links = [{ to: "/about", label: "About" }];
  const more = [{ path: "/about", element: <p>Tools of the finance team.</p> }];
  openPages(element, { routes: pageRoutes({ shell: <Shell links={links} />, more }) });
}
