import { Migration } from "@mikro-orm/migrations";

/** The owner may take rights away from itself; a superuser needs none. */
const forOwner = (change: string) => `
do $$
declare
  who text := (select tableowner from pg_tables where schemaname = 'public' and tablename = 'call_events');
begin
  execute format('${change}', who);
end
$$`;

const RIGHTS = "update, delete, truncate on call_events";

/**
 * The ledger refuses changes by role, too, where one role does everything: whoever switches its trigger off must also give
 * itself a right that it does not have.
 */
export class Migration20261123050010_ledger_by_role extends Migration {
  override up(): void {
    this.addSql(`revoke ${RIGHTS} from public`);
    this.addSql(forOwner(`revoke ${RIGHTS} from %I`));
  }

  override down(): void {
    this.addSql(forOwner(`grant ${RIGHTS} to %I`));
  }
}
