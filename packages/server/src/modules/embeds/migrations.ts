import { hostRows, type Migration } from "../../db/migration.ts";

/**
 * The step of the schema that keeps what was published for other people's pages, and the tokens that such pages hold.
 * They belong to the host: who asks with one of them is of no tenant before it is found. Only hashes of secret keys and
 * tokens are kept.
 */
const EMBEDS_SQL = `
  create table callboard.embed_keys (
    id text primary key,
    tenant_id uuid not null references callboard.tenants,
    tool text not null,
    -- The hash of the definition, and the definition as JSON, to say what has changed since.
    definition text not null,
    published text not null,
    -- JSON lists.
    origins text not null,
    actions text not null,
    per_minute integer not null,
    secret_hash text not null unique,
    -- Signs what a frame's page proves itself with.
    nonce_key text not null,
    tokens integer not null default 0,
    refusals integer not null default 0,
    created_at bigint not null,
    published_at bigint not null,
    revoked_at bigint
  );
  ${hostRows("embed_keys", "select, insert, update")}

  create table callboard.embed_tokens (
    hash text primary key,
    key_id text not null references callboard.embed_keys,
    origin text not null,
    subject text not null,
    actions text not null,
    -- What an anonymous page was given it for, once.
    nonce text unique,
    expires_at bigint not null
  );
  create index embed_tokens_by_end on callboard.embed_tokens (expires_at);
  ${hostRows("embed_tokens", "select, insert, delete")}
`;

export const EMBEDS_MIGRATIONS: readonly Migration[] = [
  { version: 1, before: 15, name: "published embeds and their tokens", sql: EMBEDS_SQL },
];
