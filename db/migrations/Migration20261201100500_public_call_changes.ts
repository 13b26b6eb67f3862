import { Migration } from "@mikro-orm/migrations";

/**
 * Webhooks tell of a call of the track record once its result is public. In a transaction of its own, as the other
 * triggers of changes.
 */
export class PublicCallChanges extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`
create or replace function note_public_calls() returns trigger language plpgsql as $$
begin
  insert into record_changes (kind, record_id, change, shown, reach)
  select 'calls', a.id, 'saved', 'saved', 3 from gone o join added a using (id)
   where a.known and not o.known and a.part is not null;
  if found then
    perform pg_notify('jobs', 'record-changes');
  end if;
  return null;
end
$$`);
    this.addSql(`create or replace trigger calls_record_change_update after update on calls
  referencing old table as gone new table as added for each statement execute function note_public_calls()`);
  }

  override down(): void {
    this.addSql("drop trigger calls_record_change_update on calls");
    this.addSql("drop function note_public_calls()");
  }
}
