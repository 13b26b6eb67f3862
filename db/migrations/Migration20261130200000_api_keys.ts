import { Migration } from "@mikro-orm/migrations";

const HASH = "~ '^[0-9a-f]{64}$'";

/** Programs have keys of their own to the API. */
export class ApiKeys extends Migration {
  override up(): void {
    this.addSql(`
create table api_keys (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  name text not null constraint api_keys_name_unique unique
    constraint api_keys_name_length check (char_length(name) >= 1 and char_length(name) <= 60),
  prefix text not null constraint api_keys_prefix_length check (char_length(prefix) >= 10 and char_length(prefix) <= 10),
  token_hash text not null constraint api_keys_token_hash_unique unique
    constraint api_keys_token_hash_format check (token_hash ${HASH}),
  previous_token_hash text constraint api_keys_previous_token_hash_unique unique
    constraint api_keys_previous_token_hash_format check (previous_token_hash ${HASH}),
  previous_until timestamptz(3),
  scopes text[] not null constraint api_keys_scopes check (cardinality(scopes) > 0),
  created_by_id uuid
    constraint api_keys_created_by_id_foreign references staff on update cascade on delete set null,
  created_by_name text not null constraint api_keys_created_by_name_length
    check (char_length(created_by_name) >= 1 and char_length(created_by_name) <= 100),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint api_keys_previous check ((previous_token_hash is null) = (previous_until is null))
)`);
    this.addSql("create index api_keys_created_by_id_index on api_keys (created_by_id)");
  }

  override down(): void {
    this.addSql("drop table api_keys");
  }
}
