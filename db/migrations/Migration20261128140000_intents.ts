import { Migration } from "@mikro-orm/migrations";

/**
 * What visitors were about to do when they were asked who they are, which of it came with which registration, and which browser a
 * verification link signs in. Links that are on their way sign nobody in.
 */
export class Migration20261128140000_intents extends Migration {
  override up(): void {
    this.addSql(`create table intents (
      id uuid not null default gen_random_uuid() primary key,
      created_at timestamptz(3) not null default now(),
      member_id uuid null constraint intents_member_id_foreign references members
        on update cascade on delete cascade,
      sealed text not null constraint intents_sealed_length
        check (char_length(sealed) >= 1 and char_length(sealed) <= 4000),
      expires_at timestamptz(3) not null,
      used_at timestamptz(3) null
    )`);
    this.addSql("create index intents_member_id_created_at_index on intents (member_id, created_at)");
    this.addSql("create index intents_expires_at_index on intents (expires_at)");
    this.addSql(`alter table registrations add column intent_id uuid null
      constraint registrations_intent_id_foreign references intents on update cascade on delete set null`);
    this.addSql("create index registrations_intent_id_index on registrations (intent_id)");
    this.addSql(`alter table single_use_tokens add column browser_hash text null
      constraint single_use_tokens_browser_hash_format check (browser_hash ~ '^[0-9a-f]{64}$')`);
  }

  override down(): void {
    this.addSql("alter table single_use_tokens drop column browser_hash");
    this.addSql("alter table registrations drop column intent_id");
    this.addSql("drop table intents");
  }
}
