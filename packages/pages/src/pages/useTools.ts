import type { ToolListing } from "@callboard/core";
import { useEffect, useState } from "react";
import { client } from "../client.ts";

/** The tools that something can be made for; undefined until they are read. */
export function useTools(): ToolListing[] | undefined {
  const [tools, setTools] = useState<ToolListing[]>();
  useEffect(() => {
    let isCurrent = true;
    client.tools().then(
      (found) => isCurrent && setTools(found),
      // The page says itself when the server does not answer.
      () => isCurrent && setTools([]),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return tools;
}
