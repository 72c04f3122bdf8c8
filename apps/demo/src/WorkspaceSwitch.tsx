import { Building2, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { isWorkspace, WORKSPACE_COOKIE, WORKSPACES, type Workspace } from "./workspaces.ts";
import { useWords } from "./words.ts";

function readWorkspace(): Workspace {
  const cookie = document.cookie.split(/;\s*/).find((one) => one.startsWith(`${WORKSPACE_COOKIE}=`));
  const value = cookie?.slice(WORKSPACE_COOKIE.length + 1);
  return value !== undefined && isWorkspace(value) ? value : "default";
}

/** Goes to the library of another workspace: what is open here belongs to this one. */
function enter(workspace: string): void {
  document.cookie = `${WORKSPACE_COOKIE}=${workspace}; path=/; max-age=31536000; samesite=lax`;
  location.assign("/tools");
}

/** The demo's tenants: each sees its own tools, runs and files. */
export function WorkspaceSwitch(): ReactNode {
  const words = useWords();
  return (
    <span className="site-language" title={words.workspace}>
      <Building2 size={16} aria-hidden />
      <select aria-label={words.workspace} value={readWorkspace()} onChange={({ target }) => enter(target.value)}>
        {Object.entries(WORKSPACES).map(([slug, name]) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown size={14} aria-hidden />
    </span>
  );
}
