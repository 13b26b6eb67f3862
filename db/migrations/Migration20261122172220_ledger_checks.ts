import { Migration } from "@mikro-orm/migrations";

/** What the daily checks of the ledger found. */
export class Migration20261122172220_ledger_checks extends Migration {
  override up(): void {
    this.addSql(`create table ledger_checks (
      id bigserial primary key,
      started_at timestamptz(3) not null default now(),
      finished_at timestamptz(3) null,
      stage text check (stage in ('chain', 'calls', 'kept calls', 'record')) not null default 'chain',
      seq int not null default 0,
      hash text not null,
      call_id uuid not null,
      problems jsonb not null default '[]',
      kept_seq int null,
      kept_hash text null
    )`);
  }

  override down(): void {
    this.addSql("drop table ledger_checks");
  }
}
