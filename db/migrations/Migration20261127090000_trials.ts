import { Migration } from "@mikro-orm/migrations";

/** Days of a package that a member may have once for nothing, who has them, and the hashes of addresses that had them. */
export class Migration20261127090000_trials extends Migration {
  override up(): void {
    this.addSql(`alter table packages add column trial_days int null,
      add constraint packages_trial_days_range check (trial_days >= 1 and trial_days <= 90),
      add constraint packages_trial_has_price check (trial_days is null or price > 0)`);
    this.addSql(`create table trials (
      id uuid not null default gen_random_uuid() primary key,
      created_at timestamptz(3) not null default now(),
      member_id uuid not null constraint trials_member_id_foreign references members
        on update cascade on delete cascade constraint trials_member_id_unique unique,
      plan_name text not null
        constraint trials_plan_name_length check (char_length(plan_name) >= 1 and char_length(plan_name) <= 100),
      tier text not null check (tier in ('Basic', 'Premium', 'Private'))
        constraint trials_tier_paid check (tier <> 'Basic'),
      days int not null constraint trials_days_range check (days >= 1 and days <= 90),
      access_from timestamptz(3) not null,
      access_until timestamptz(3) not null,
      constraint trials_access_order check (access_until > access_from))`);
    this.addSql("create index trials_running_index on trials (access_until) include (member_id, tier)");
    this.addSql(`create table trial_addresses (
      address_hash text not null primary key
        constraint trial_addresses_hash_format check (address_hash ~ '^[0-9a-f]{64}$'))`);
  }

  override down(): void {
    this.addSql("drop table trial_addresses");
    this.addSql("drop table trials");
    this.addSql(`alter table packages drop constraint packages_trial_has_price,
      drop constraint packages_trial_days_range, drop column trial_days`);
  }
}
