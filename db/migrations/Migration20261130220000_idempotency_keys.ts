import { Migration } from "@mikro-orm/migrations";

/** Programs can repeat a POST of the API without doing its work twice. */
export class IdempotencyKeys extends Migration {
  override up(): void {
    this.addSql(`
create table idempotency_keys (
  key_hash text not null primary key
    constraint idempotency_keys_key_hash_format check (key_hash ~ '^[0-9a-f]{64}$'),
  operation text not null
    constraint idempotency_keys_operation_length check (char_length(operation) >= 1 and char_length(operation) <= 100),
  fingerprint text not null
    constraint idempotency_keys_fingerprint_format check (fingerprint ~ '^[0-9a-f]{64}$'),
  claim uuid not null,
  locked_until timestamptz(3) not null,
  written_id uuid,
  sealed text,
  created_at timestamptz(3) not null default now()
)`);
    this.addSql("create index idempotency_keys_created_at_index on idempotency_keys (created_at)");
  }

  override down(): void {
    this.addSql("drop table idempotency_keys");
  }
}
