import type { ModuleRoute } from "@callboard/server";
import type { DeclaredFunctions } from "./declaredFunctions.ts";

/** `GET /v1/functions`: the functions that are both SQL and tools, and those of the file that are wrong, with why. */
export const functionsRoute = (functions: Pick<DeclaredFunctions, "now">): ModuleRoute => ({
  method: "GET",
  path: "/v1/functions",
  authority: "tenant",
  handle() {
    const { listed, problems } = functions.now();
    return Response.json(
      { functions: listed.filter((each) => each.as_tool), problems },
      { headers: { "cache-control": "no-store" } },
    );
  },
});
