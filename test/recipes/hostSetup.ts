import type { Registry } from "@callboard/core";
import {
  choicesOf,
  createHost,
  createScriptedModel,
  DEFAULT_TENANT_ID,
  type Actor,
  type Store,
} from "@callboard/server";

export async function tokenFor(store: Store) {
  // #region token
  const token = await store.createToken({
    userId: "ada",
    tenantId: "6f1c2d34-0000-4000-8000-000000000001",
    tenantSlug: "acme",
    permissions: ["deploy"],
  });
  // Later: await store.revokeToken(token)
  // #endregion
  return token;
}

interface Sessions {
  userOf(cookie: string | null): Promise<{ id: string } | null>;
}

export function ownIdentity(registry: Registry, store: Store, sessions: Sessions) {
  // #region actor
  return createHost({
    registry,
    store,
    async actor(request): Promise<Actor | null> {
      const user = await sessions.userOf(request.headers.get("cookie"));
      return user && { userId: user.id, tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
    },
  });
  // #endregion
}

export function withChoices(registry: Registry, store: Store) {
  // #region choices
  return createHost({
    registry,
    store,
    choices: {
      author: choicesOf([{ value: "ada", label: "Ada Lovelace", description: "Engineering" }]),
      order: async ({ query, limit, context }) =>
        (await searchOrders(context.tenantId, query, limit)).map(({ id, title }) => ({ value: id, label: title })),
    },
    uploads: { maxBytes: 5_000_000, types: ["image/*"] },
  });
  // #endregion
}

const searchOrders = async (_tenantId: string | null | undefined, query: string, limit: number) =>
  [{ id: "o-1", title: "Forty chairs" }].filter(({ title }) => title.includes(query)).slice(0, limit);

export function withPages(registry: Registry, store: Store) {
  // #region viewer
  return createHost({
    registry,
    store,
    viewer: async () => (await import("@callboard/react/viewer")).viewer,
  });
  // #endregion
}

export function withScript(registry: Registry, store: Store) {
  // #region model
  const model = createScriptedModel({
    turns: [
      {
        message: "Split 60 between three",
        steps: [
          [{ call: "tip-splitter", input: { bill: 60, people: 3 } }],
          ["Each pays ", { result: 0, at: ["each"] }, "."],
        ],
      },
    ],
  });
  return createHost({ registry, store, model });
  // #endregion
}
