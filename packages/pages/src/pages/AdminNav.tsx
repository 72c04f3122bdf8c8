import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { useWords } from "../shell/LanguageProvider.tsx";

/** The pages for whoever runs a workspace, beside each other. */
export function AdminNav(): ReactNode {
  const words = useWords();
  return (
    <nav className="site-admin-nav" aria-label={words.admin}>
      <NavLink to="/admin/tools">{words.tools}</NavLink>
      <NavLink to="/admin/bundles">{words.bundles}</NavLink>
      <NavLink to="/admin/runs">{words.runs}</NavLink>
      <NavLink to="/admin/schedules">{words.schedules}</NavLink>
      <NavLink to="/admin/usage">{words.usage}</NavLink>
    </nav>
  );
}
