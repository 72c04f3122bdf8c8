import type { HostModule } from "@callboard/server";
import type { ChatState } from "../examples.ts";
import { countRequest } from "./countTokens.ts";
import type { Destination } from "./destination/destination.ts";
import type { ImageModels } from "./images/images.ts";

export interface DemoModuleOptions {
  destination: Pick<Destination, "posts">;
  images: Pick<ImageModels, "list">;
  /**
   * Where the page of another origin is, on this machine by the name that it was asked by; undefined where there is
   * none.
   */
  siteUrl(hostname: string): string | undefined;
  chatState(): ChatState;
  /** Whether a model answers, beside the example conversations that are played. */
  hasModel: boolean;
}

const UNKEPT = { headers: { "cache-control": "no-store" } };

/** What the demo's own pages ask of the host. */
export function demoModule({ destination, images, siteUrl, chatState, hasModel }: DemoModuleOptions): HostModule {
  return {
    name: "demo",
    open: () => ({
      facts: async () => ({ model: hasModel }),
      routes: [
        {
          method: "GET",
          path: "/api/demo/destination",
          authority: "tenant",
          handle: async ({ actor }) => Response.json(destination.posts(actor.tenantSlug), UNKEPT),
        },
        {
          method: "GET",
          path: "/api/demo/chat",
          authority: "tenant",
          handle: () => Response.json(chatState(), UNKEPT),
        },
        {
          method: "POST",
          path: "/api/demo/tokens",
          authority: "tenant",
          handle: ({ request }) => countRequest(request),
        },
        {
          method: "GET",
          path: "/api/tools/image-models",
          authority: "tenant",
          handle: async ({ request }) => Response.json(await images.list(request.signal), UNKEPT),
        },
      ],
      openRoutes: [
        {
          method: "GET",
          path: "/embed",
          handle({ request }) {
            const location = siteUrl(new URL(request.url).hostname);
            if (location === undefined) return new Response("There is no such page here.\n", { status: 404 });
            return new Response(null, { status: 302, headers: { location, ...UNKEPT.headers } });
          },
        },
      ],
    }),
  };
}
