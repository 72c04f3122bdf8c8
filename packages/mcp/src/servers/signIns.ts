import { HostRefusal, hashToken, storable, tenantRows, type Migration, type Store } from "@callboard/server";
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { isRecord } from "../isRecord.ts";

/** The server that a sign-in is for. A secret of one address is worth nothing at another. */
export interface SignInPlace {
  tenantId: string;
  /** The id of an added server, or the name of a given one behind `given/`. */
  server: string;
  url: string;
}

/** What signing in has brought: it goes to the server and to the host where somebody signed in, and nowhere else. */
export interface Credentials {
  tokens: StoredOAuthTokens;
  client: StoredOAuthClientInformation;
  discovery: OAuthDiscoveryState;
}

/** A sign-in that counts. */
export interface SignIn extends Credentials {
  /** Counts up with each change of the tokens. */
  version: number;
  /** What the server has asked for beyond what it grants. */
  wantedScope: string | null;
}

/** Who signed in, when and where: what people may see of it. */
export interface SignedIn {
  by: string | null;
  /** Epoch milliseconds. */
  at: number;
  /** The host where somebody signed in. */
  issuer: string;
}

/** A sign-in that somebody has begun, until they come back from the host where they sign in. */
export interface BegunSignIn extends Omit<Credentials, "tokens"> {
  verifier: string;
  redirectUrl: string;
}

/** The sign-ins of all hosts of a database, encrypted. */
export interface SignIns {
  /** @throws HostRefusal where the host has no key to keep them with. */
  demandKey(): void;
  read(place: SignInPlace): Promise<SignIn | undefined>;
  /** Those of a tenant, by server. */
  of(tenantId: string): Promise<ReadonlyMap<string, SignedIn>>;
  save(place: SignInPlace, credentials: Credentials, by: string | null): Promise<void>;
  /** Puts new tokens in the place of those of a version; false where they have changed meanwhile. */
  renew(place: SignInPlace, signIn: SignIn): Promise<boolean>;
  /** Keeps what a server asks for beyond what it grants, for the next sign-in. */
  want(place: SignInPlace, scope: string): Promise<void>;
  /** The id of a tenant by its slug; undefined as long as nobody of it has been here. */
  tenantOf(slug: string): Promise<string | undefined>;
  /** Whether this host is to renew the tokens of a version: one does, for a while. */
  claim(place: SignInPlace, version: number, forMs: number): Promise<boolean>;
  /** Gives up what was claimed. */
  release(place: SignInPlace, version: number): Promise<void>;
  /** Ends a sign-in, where given only while it is at this version. */
  end(place: Omit<SignInPlace, "url">, version?: number): Promise<void>;
  /** Keeps what somebody has begun under a secret that comes back with them. Their newer one takes its place. */
  begin(place: SignInPlace, userId: string, state: string, begun: BegunSignIn): Promise<void>;
  /** Takes what a person has begun, once. */
  take(
    tenantId: string,
    userId: string,
    state: string,
  ): Promise<{ server: string; open(url: string): BegunSignIn } | undefined>;
}

export const SIGN_INS_MIGRATION: Migration = {
  version: 4,
  name: "sign-ins to servers",
  sql: `
    create table callboard.mcp_sign_ins (
      tenant_id uuid not null references callboard.tenants,
      server text not null,
      sealed text not null,
      issuer text not null,
      by_user text,
      signed_at bigint not null,
      version integer not null default 1,
      wanted_scope text,
      -- Until when one of the hosts renews the tokens.
      renewed_until bigint,
      primary key (tenant_id, server)
    );
    ${tenantRows("mcp_sign_ins", "select, insert, update, delete")}

    create table callboard.mcp_sign_ins_begun (
      tenant_id uuid not null references callboard.tenants,
      user_id text not null,
      server text not null,
      state_hash text not null,
      sealed text not null,
      expires_at bigint not null,
      primary key (tenant_id, user_id, server)
    );
    create unique index mcp_sign_ins_begun_by_state on callboard.mcp_sign_ins_begun (state_hash);
    ${tenantRows("mcp_sign_ins_begun", "select, insert, update, delete")}`,
};

/** How long somebody may take to sign in. */
const BEGUN_MS = 10 * 60_000;
const LONGEST_SCOPE = 4_000;

const NO_KEY =
  "This host has no key to keep a sign-in with. Its operator has to set one (CALLBOARD_SECRET_KEY); until then give the server a header.";

interface Row {
  sealed: string;
  version: number;
  wanted_scope: string | null;
}

export function createSignIns({ database, secrets }: Pick<Store, "database" | "secrets">): SignIns {
  const box = () => {
    if (!secrets) throw new HostRefusal("no_secret_key", NO_KEY);
    return secrets;
  };
  const seal = (value: unknown, place: string) => box().seal(JSON.stringify(value), place);
  return {
    demandKey: () => void box(),
    async read(place) {
      const { tenantId, server } = place;
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<Row>("select sealed, version, wanted_scope from callboard.mcp_sign_ins where server = $1", [server]),
      );
      if (!row || !secrets) return undefined;
      try {
        const read: unknown = JSON.parse(secrets.open(row.sealed, keptAt(place)));
        return isCredentials(read) ? { ...read, version: row.version, wantedScope: row.wanted_scope } : undefined;
      } catch {
        // Of another address, or of another key: whoever signs in again has a new one.
        return undefined;
      }
    },
    async of(tenantId) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<{ server: string; issuer: string; by_user: string | null; signed_at: number }>(
          "select server, issuer, by_user, signed_at from callboard.mcp_sign_ins",
        ),
      );
      return new Map(rows.map(({ server, issuer, by_user: by, signed_at: at }) => [server, { by, at, issuer }]));
    },
    async save(place, credentials, by) {
      const { tenantId, server } = place;
      await database.asTenant(tenantId, (tx) =>
        tx.query(
          `insert into callboard.mcp_sign_ins (tenant_id, server, sealed, issuer, by_user, signed_at)
           values ($1::uuid, $2, $3, $4, $5, $6)
           on conflict (tenant_id, server) do update set sealed = excluded.sealed, issuer = excluded.issuer,
             by_user = excluded.by_user, signed_at = excluded.signed_at, renewed_until = null,
             wanted_scope = null, version = callboard.mcp_sign_ins.version + 1`,
          [
            tenantId,
            server,
            seal(credentials, keptAt(place)),
            storable(new URL(credentials.discovery.authorizationServerUrl).host),
            by && storable(by),
            Date.now(),
          ],
        ),
      );
    },
    async renew(place, { version, tokens, client, discovery }) {
      const { tenantId, server } = place;
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query(
          `update callboard.mcp_sign_ins set sealed = $3, version = version + 1, renewed_until = null
           where server = $1 and version = $2 returning version`,
          [server, version, seal({ tokens, client, discovery } satisfies Credentials, keptAt(place))],
        ),
      );
      return rows.length > 0;
    },
    async want({ tenantId, server }, scope) {
      await database.asTenant(tenantId, (tx) =>
        tx.query("update callboard.mcp_sign_ins set wanted_scope = $2 where server = $1", [
          server,
          storable(scope.slice(0, LONGEST_SCOPE)),
        ]),
      );
    },
    async tenantOf(slug) {
      const [row] = await database.asHost((tx) =>
        tx.query<{ id: string }>("select id from callboard.tenants where slug = $1", [slug]),
      );
      return row?.id;
    },
    async claim({ tenantId, server }, version, forMs) {
      const now = Date.now();
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query(
          `update callboard.mcp_sign_ins set renewed_until = $3
           where server = $1 and version = $2 and (renewed_until is null or renewed_until < $4) returning version`,
          [server, version, now + forMs, now],
        ),
      );
      return rows.length > 0;
    },
    async release({ tenantId, server }, version) {
      await database.asTenant(tenantId, (tx) =>
        tx.query("update callboard.mcp_sign_ins set renewed_until = null where server = $1 and version = $2", [
          server,
          version,
        ]),
      );
    },
    async end({ tenantId, server }, version) {
      await database.asTenant(tenantId, (tx) =>
        tx.query("delete from callboard.mcp_sign_ins where server = $1 and ($2::integer is null or version = $2)", [
          server,
          version ?? null,
        ]),
      );
    },
    async begin(place, userId, state, begun) {
      const { tenantId, server } = place;
      const hash = hashToken(state);
      await database.asTenant(tenantId, async (tx) => {
        await tx.query("delete from callboard.mcp_sign_ins_begun where expires_at < $1", [Date.now()]);
        await tx.query(
          `insert into callboard.mcp_sign_ins_begun (tenant_id, user_id, server, state_hash, sealed, expires_at)
           values ($1::uuid, $2, $3, $4, $5, $6)
           on conflict (tenant_id, user_id, server) do update set state_hash = excluded.state_hash,
             sealed = excluded.sealed, expires_at = excluded.expires_at`,
          [tenantId, storable(userId), server, hash, seal(begun, begunAt(place, hash)), Date.now() + BEGUN_MS],
        );
      });
    },
    async take(tenantId, userId, state) {
      const hash = hashToken(state);
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<{ server: string; sealed: string }>(
          `delete from callboard.mcp_sign_ins_begun where state_hash = $1 and user_id = $2 and expires_at >= $3
           returning server, sealed`,
          [hash, storable(userId), Date.now()],
        ),
      );
      if (!row || !secrets) return undefined;
      const { server, sealed } = row;
      return {
        server,
        open(url) {
          const read: unknown = JSON.parse(secrets.open(sealed, begunAt({ tenantId, server, url }, hash)));
          if (isBegun(read)) return read;
          throw new Error("What was begun of this sign-in cannot be read.");
        },
      };
    },
  };
}

/** A sealed sign-in is worth nothing for another tenant, another server or another address. */
const keptAt = ({ tenantId, server, url }: SignInPlace): string => `mcp-sign-in/${tenantId}/${server}/${url}`;
const begunAt = (place: SignInPlace, hash: string): string => `${keptAt(place)}/begun/${hash}`;

const isOfClient = (value: unknown): value is Omit<Credentials, "tokens"> =>
  isRecord(value) &&
  isRecord(value["client"]) &&
  typeof value["client"]["client_id"] === "string" &&
  isRecord(value["discovery"]) &&
  typeof value["discovery"]["authorizationServerUrl"] === "string";
const isCredentials = (value: unknown): value is Credentials =>
  isOfClient(value) && "tokens" in value && isRecord(value.tokens) && typeof value.tokens["access_token"] === "string";
const isBegun = (value: unknown): value is BegunSignIn =>
  isOfClient(value) &&
  "verifier" in value &&
  typeof value.verifier === "string" &&
  "redirectUrl" in value &&
  typeof value.redirectUrl === "string";
