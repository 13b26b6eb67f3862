import { Migration } from "@mikro-orm/migrations";

/** The site sends what changes to programs of others: webhooks, and what is sent to each. */
export class Webhooks extends Migration {
  override up(): void {
    this.addSql(`
create table webhooks (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  name text not null
    constraint webhooks_name_length check (char_length(name) >= 1 and char_length(name) <= 60),
  address text not null
    constraint webhooks_address_length check (char_length(address) >= 1 and char_length(address) <= 500),
  sealed text not null constraint webhooks_sealed_length check (char_length(sealed) >= 1 and char_length(sealed) <= 1000),
  previous_sealed text
    constraint webhooks_previous_sealed_length check (char_length(previous_sealed) >= 1 and char_length(previous_sealed) <= 1000),
  previous_until timestamptz(3),
  kinds text[] not null constraint webhooks_kinds check (cardinality(kinds) > 0),
  key_id uuid constraint webhooks_key_id_foreign references api_keys on update cascade,
  read_to bigint not null,
  enabled boolean not null default true,
  disabled_at timestamptz(3),
  disabled_reason text constraint webhooks_disabled_reason_length
    check (char_length(disabled_reason) >= 1 and char_length(disabled_reason) <= 300),
  failures int not null default 0,
  failed_at timestamptz(3),
  failing_since timestamptz(3),
  retry_at timestamptz(3),
  tried_at timestamptz(3),
  last_success_at timestamptz(3),
  created_by_id uuid
    constraint webhooks_created_by_id_foreign references staff on update cascade on delete set null,
  created_by_name text not null constraint webhooks_created_by_name_length
    check (char_length(created_by_name) >= 1 and char_length(created_by_name) <= 100),
  constraint webhooks_previous check ((previous_sealed is null) = (previous_until is null)),
  constraint webhooks_disabled check (enabled = (disabled_at is null) and enabled = (disabled_reason is null))
)`);
    this.addSql("create unique index webhooks_name_unique on webhooks (lower(name))");
    this.addSql("create index webhooks_key_id_index on webhooks (key_id)");
    this.addSql("create index webhooks_created_by_id_index on webhooks (created_by_id)");
    this.addSql(`
create table webhook_deliveries (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  webhook_id uuid not null,
  number bigint,
  kind text not null,
  record_id uuid not null,
  change text not null
    constraint webhook_deliveries_change_check check (change in ('saved', 'deleted', 'closed', 'test')),
  reach smallint not null default 0,
  changed_at timestamptz(3) not null,
  state text not null default 'waiting'
    constraint webhook_deliveries_state_check check (state in ('waiting', 'sending', 'delivered', 'failed')),
  attempts int not null default 0,
  next_at timestamptz(3) not null default now(),
  tried_at timestamptz(3),
  ended_at timestamptz(3),
  status int,
  answer text constraint webhook_deliveries_answer_length check (char_length(answer) <= 1024),
  reason text constraint webhook_deliveries_reason_length check (char_length(reason) >= 1 and char_length(reason) <= 300),
  constraint webhook_deliveries_ended check ((state = 'delivered' or state = 'failed') = (ended_at is not null))
)`);
    const index = (name: string, order: string, where = "") =>
      this.addSql(`create index webhook_deliveries_${name}_index on webhook_deliveries (${order})${where}`);
    index("newest", "webhook_id, created_at, id");
    index("newest_of_state", "webhook_id, state, created_at, id");
    index("open", "webhook_id, state, next_at, id", " where state in ('waiting', 'sending')");
    index("ended_at", "ended_at");
    this.addSql(`create unique index webhook_deliveries_untried on webhook_deliveries (webhook_id, kind, record_id)
  where state = 'waiting' and tried_at is null and change <> 'test'`);
  }

  override down(): void {
    this.addSql("drop table webhook_deliveries");
    this.addSql("drop table webhooks");
  }
}
