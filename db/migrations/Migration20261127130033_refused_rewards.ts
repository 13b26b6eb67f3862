import { Migration } from "@mikro-orm/migrations";

const STATES = (states: string) =>
  `alter table referrals drop constraint referrals_state_check, add check (state in (${states}))`;

/** Rewards of referrals that were refused, each with its reason, and who registered in a browser of the member who referred them. */
export class Migration20261127130033_refused_rewards extends Migration {
  override up(): void {
    this.addSql("alter table registrations add column referrers_browser boolean not null default false");
    this.addSql(STATES("'joined', 'rewarded', 'reversed', 'refused'"));
    this.addSql(`alter table referrals
      add column referrers_browser boolean not null default false,
      add column refusal text null check (refusal in ('mailbox', 'browser', 'device', 'payer', 'cap')),
      add column refused_at timestamptz(3) null,
      add constraint referrals_refused_has_time check ((state = 'refused') = (refused_at is not null)),
      add constraint referrals_refused_has_reason check (state <> 'refused' or refusal is not null),
      add constraint referrals_reason_of_payment check (refusal is null or state <> 'joined'),
      add constraint referrals_cap_rewards_friend check (refusal is null or (refusal = 'cap') = (state <> 'refused'))`);
    // By what a year's rewards of one member are counted.
    this.addSql(`create index referrals_rewards_index on referrals (referrer_id, rewarded_at)
      where state = 'rewarded' and refusal is null`);
  }

  override down(): void {
    this.addSql("drop index referrals_rewards_index");
    this.addSql(
      `update referrals set state = 'reversed', refusal = null, refused_at = null where state = 'refused'`,
    );
    this.addSql(
      `alter table referrals drop column refused_at, drop column refusal, drop column referrers_browser`,
    );
    this.addSql(STATES("'joined', 'rewarded', 'reversed'"));
    this.addSql("alter table registrations drop column referrers_browser");
  }
}
