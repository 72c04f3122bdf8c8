import {
  HttpError,
  json,
  readFields,
  readJson,
  type Kernel,
  type ModuleRoute,
  type RouteRequest,
} from "@callboard/server";
import { isRecord } from "../isRecord.ts";
import type { TenantServer } from "./openServers.ts";
import { completeArgument, fillPrompt, readOffers, readResource } from "./serverOffers.ts";

/** Routes below `/api/mcp/servers/:name`: what a server offers beside tools, for whoever looks after it. */
export function offerRoutes(
  kernel: Pick<Kernel, "maxBodyBytes">,
  {
    path,
    find,
    managed,
  }: {
    path: string;
    find: (request: RouteRequest) => TenantServer;
    managed: (handle: (request: RouteRequest) => Promise<Response>) => ModuleRoute["handle"];
  },
): readonly ModuleRoute[] {
  const body = (request: RouteRequest) => readJson(request.request, kernel.maxBodyBytes);
  const route = (method: "GET" | "POST", rest: string, handle: (request: RouteRequest) => Promise<Response>) =>
    ({ method, path: `${path}/:name/${rest}`, authority: "tenant", handle: managed(handle) }) as const;
  return [
    route("GET", "offers", async (request) => json(await readOffers(find(request).connection))),
    route("POST", "resources", async (request) => {
      const { uri, template, variables } = readFields(await body(request), {
        uri: "string?",
        template: "string?",
        variables: "any?",
      });
      if ((uri === undefined) === (template === undefined)) {
        throw invalid("/uri", 'A resource is read by its "uri", or by a "template" with its "variables".');
      }
      const at =
        uri !== undefined ? { uri } : { template: template ?? "", variables: textsOf(variables, "/variables") };
      return json(await readResource(find(request).connection, at));
    }),
    route("POST", "prompts", async (request) => {
      const { prompt, arguments: given } = readFields(await body(request), { prompt: "string", arguments: "any?" });
      return json(await fillPrompt(find(request).connection, prompt, textsOf(given, "/arguments")));
    }),
    route("POST", "completions", async (request) => {
      const { prompt, template, name, value, others } = readFields(await body(request), {
        prompt: "string?",
        template: "string?",
        name: "string",
        value: "string",
        others: "any?",
      });
      if ((prompt === undefined) === (template === undefined)) {
        throw invalid("/prompt", 'An argument is of a "prompt" or of a "template".');
      }
      const of = prompt !== undefined ? { prompt } : { template: template ?? "" };
      const { connection } = find(request);
      return json(await completeArgument(connection, of, { name, value }, textsOf(others, "/others")));
    }),
  ];
}

function textsOf(given: unknown, path: string): Record<string, string> {
  if (given === undefined) return {};
  if (isRecord(given)) {
    const entries = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    if (entries.length === Object.keys(given).length) return Object.fromEntries(entries);
  }
  throw invalid(path, `"${path.slice(1)}" has to be texts by name.`);
}

const invalid = (path: string, message: string) => new HttpError(422, "invalid_request", message, { path });
