import { Migration } from "@mikro-orm/migrations";

/** The emails about a friend's first payment, by the friend's id, and copies of them that staff sent again. */
export const REWARD_MAILS = `with recursive rewards as (
        select c.id, substring(c.cause from '^referral-reward:(.{36})$') as friend
          from mails c where c.cause like 'referral-reward:%'
        union all
        select again.id, rewards.friend from rewards
          join mails again on again.cause like 'again:%' and split_part(again.cause, ':', 2) = rewards.id::text)`;

/**
 * Of an email that names another member than the one it went to, which member that is: it goes when that member's account is deleted.
 */
export class Migration20261127130022_named_members extends Migration {
  override up(): void {
    this.addSql(`alter table mails
      add column named_member_id uuid null,
      add constraint mails_named_member_id_foreign
        foreign key (named_member_id) references members on update cascade on delete cascade`);
    this.addSql("create index mails_named_member_id_index on mails (named_member_id)");
    this.addSql(`${REWARD_MAILS}
      update mails set named_member_id = m.id from rewards join members m on m.id::text = rewards.friend
       where mails.id = rewards.id`);
  }

  override down(): void {
    this.addSql("alter table mails drop column named_member_id");
  }
}
