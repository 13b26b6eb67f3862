import { Migration } from "@mikro-orm/migrations";
import { REWARD_MAILS } from "./Migration20261127130022_named_members";

/** Members who are gone, and those who stay as a row without a name because they paid. */
const ANONYMOUS = "email = 'deleted-' || id || '@invalid'";
const GONE = `record_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and not exists (
    select from members where members.id::text = changes.record_id and not (${ANONYMOUS}))`;

/** Takes names out of what deletions left behind until now. */
export class Migration20261127130023_forgotten_members extends Migration {
  override up(): void {
    this.addSql(`update changes set record_title = 'Deleted member', differences = null
      where resource = 'manage-users' and ${GONE}`);
    // The subject of a gift's email has the name of who gave it.
    this.addSql(`update changes set detail = null
      where action = 'wrote to' and detail -> 'fields' ->> 0 like '% gives you %'`);
    this.addSql(`${REWARD_MAILS}
      delete from mails where id in (select rewards.id from rewards where not exists (
        select from members where members.id::text = friend and not (${ANONYMOUS})))`);
    this.addSql(`delete from known_devices where member_id in (select id from members where ${ANONYMOUS})`);
    this.addSql(`update orders set last_error = null where last_error is not null
      and member_id in (select id from members where ${ANONYMOUS})`);
    this.addSql(`update members set referral_code = 'X' || upper(substr(md5(random()::text || id::text), 1, 15))
      where ${ANONYMOUS}`);
  }

  // Names that are forgotten do not come back.
  override down(): void {}
}
