import { Migration } from "@mikro-orm/migrations";

/**
 * Brings into the lists what members got and no list has yet, in the order in which they got it: what there was before the lists, and what
 * seeds write. What staff set is carried over when a list goes on.
 */
const FILL = `
create function fill_access_periods(whose uuid default null) returns void language sql as $$
  insert into access_periods (id, created_at, member_id, cause, cause_id, since, tier, days, taken_back_at, access_tier, access_from, access_until)
  select md5(cause_id::text || member_id::text)::uuid, since, member_id, cause, cause_id, since, tier, greatest(0, least(3660, days)), taken_back_at,
         access_tier, access_from, access_until from (
    select p.member_id, 'purchase' as cause, p.id as cause_id, p.payment_date as since, p.tier,
           round(extract(epoch from p.expires_at - p.access_from) / 86400)::int as days, p.refunded_at as taken_back_at, 1 as turn,
           coalesce(p.access_tier, p.tier) as access_tier, p.access_from, p.expires_at as access_until
      from payments p where p.status = 'COMPLETED' and p.access_from is not null and p.expires_at is not null
    union all
    select g.claimed_by_id, 'gift', g.id, g.claimed_at, g.tier,
           round(extract(epoch from g.access_until - g.access_from) / 86400)::int, g.taken_back_at, 1,
           g.tier, g.access_from, g.access_until
      from gifts g where g.claimed_by_id is not null
    union all
    select t.member_id, 'trial', t.id, t.access_from, t.tier, t.days, null, 1,
           t.tier, t.access_from, t.access_until from trials t
    union all
    select side.member_id, 'reward', r.id, r.rewarded_at, null, r.days,
           case r.state when 'reversed' then coalesce(r.reversed_at, now()) end, 2,
           null, null, null
      from referrals r cross join lateral (values (r.friend_id), (r.referrer_id)) as side (member_id)
     where r.rewarded_at is not null and (side.member_id = r.friend_id or r.refusal is null)) as got
   where (whose is null or got.member_id = whose) and not exists (
     select 1 from access_periods a where a.cause_id = got.cause_id and a.member_id = got.member_id)
   order by since, turn
$$`;

/** Payments and gifts say where the access that they gave begins and ends. */
const FOLLOW = `
create function follow_access_period() returns trigger language plpgsql as $$
begin
  if new.cause = 'purchase' then
    update payments set access_from = new.access_from, expires_at = new.access_until,
           access_tier = nullif(new.access_tier, tier), version = version + 1
     where id = new.cause_id
       and (access_from, expires_at, coalesce(access_tier, tier))
           is distinct from (new.access_from, new.access_until, new.access_tier);
  else
    update gifts set access_from = new.access_from, access_until = new.access_until, version = version + 1
     where id = new.cause_id and claimed_at is not null
       and (access_from, access_until) is distinct from (new.access_from, new.access_until);
  end if;
  return null;
end
$$`;

/** Access as a list of what was got, so that a refund takes one of it out and the rest is worked out anew. */
export class Migration20261128090100_access_periods extends Migration {
  override up(): void {
    this.addSql(`create table access_periods (
      id uuid not null default gen_random_uuid() primary key,
      created_at timestamptz(3) not null default now(),
      serial_number int not null generated always as identity
        constraint access_periods_serial_number_unique unique,
      member_id uuid not null constraint access_periods_member_id_foreign references members
        on update cascade on delete cascade,
      cause text not null constraint access_periods_cause_check
        check (cause in ('purchase', 'gift', 'trial', 'reward', 'staff', 'carried')),
      cause_id uuid null,
      since timestamptz(3) not null default now(),
      tier text null constraint access_periods_tier_check check (tier in ('Basic', 'Premium', 'Private')),
      days int null constraint access_periods_days_range check (days >= 0 and days <= 3660),
      until timestamptz(3) null,
      taken_back_at timestamptz(3) null,
      access_tier text null constraint access_periods_access_tier_check check (access_tier in ('Basic', 'Premium', 'Private')),
      access_from timestamptz(3) null,
      access_until timestamptz(3) null,
      constraint access_periods_access_whole
        check (num_nonnulls(access_tier, access_from, access_until) % 3 = 0),
      constraint access_periods_adds_or_sets
        check ((days is null) = (cause = 'staff' or cause = 'carried') and (days is null or until is null)),
      constraint access_periods_cause_known check (cause_id is not null or cause = 'staff' or cause = 'carried'),
      constraint access_periods_tier_known check ((tier is null) = (cause = 'reward'))
    )`);
    this.addSql(FILL);
    this.addSql("select fill_access_periods()");
    this.addSql(FOLLOW);
    this.addSql(`create trigger access_periods_followed after update of access_tier, access_from, access_until on access_periods
      for each row when (new.cause in ('purchase', 'gift')) execute function follow_access_period()`);
    this.addSql(
      "create index access_periods_member_id_serial_number_index on access_periods (member_id, serial_number)",
    );
    this.addSql("create index access_periods_cause_id_index on access_periods (cause_id)");
  }

  override down(): void {
    this.addSql("drop table access_periods");
    this.addSql("drop function follow_access_period()");
    this.addSql("drop function fill_access_periods(uuid)");
  }
}
