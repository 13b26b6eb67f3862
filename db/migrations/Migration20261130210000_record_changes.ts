import { Migration } from "@mikro-orm/migrations";

/** Programs follow what changes: triggers of the next migration note it, and it is numbered once it is committed. */
export class RecordChanges extends Migration {
  override up(): void {
    this.addSql(`
create table record_changes (
  id bigserial primary key,
  number bigint constraint record_changes_number_unique unique,
  kind text not null,
  record_id uuid not null,
  change text not null constraint record_changes_change_check check (change in ('saved', 'deleted')),
  shown text constraint record_changes_shown_check check (shown in ('saved', 'deleted')),
  reach smallint not null constraint record_changes_reach_range check (reach >= 0 and reach <= 3),
  at timestamptz(3) not null default clock_timestamp(),
  constraint record_changes_shown_reach check ((shown is null) = (reach = 0))
)`);
    this.addSql("create index record_changes_waiting_index on record_changes (id) where number is null");
    this.addSql(
      "create index record_changes_record_index on record_changes (kind, record_id, number) include (reach)",
    );
    this.addSql("create index record_changes_at_index on record_changes (at) where number is not null");
    this.addSql(`
create table change_numbers (
  one int not null primary key constraint change_numbers_one check (one = 1),
  database_id uuid,
  newest bigint not null default 0,
  thinned bigint not null default 0,
  swept bigint not null default 0
)`);
    this.addSql("insert into change_numbers (one) values (1)");
  }

  override down(): void {
    this.addSql("drop table change_numbers");
    this.addSql("drop table record_changes");
  }
}
