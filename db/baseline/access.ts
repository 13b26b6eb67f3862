import { EDITED_COLUMNS, ID_AND_CREATED, type Subject, updatedAtTrigger } from "./parts";

/** What members have access to, and why. */
export const ACCESS: Subject = {
  functions: {
    /**
     * Adds the periods that the list of a member (or of all members) lacks, in the order of their start.
     * Seeds use it.
     */
    fill_access_periods: `
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
$$;
`,
    /** Copies the dates of a period to the payment or the gift that it comes from. */
    follow_access_period: `
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
$$;
`,
  },
  tables: {
    gifts: `
create table gifts (
  ${EDITED_COLUMNS},
  order_id uuid not null constraint gifts_order_id_foreign references orders on update cascade on delete no action
    constraint gifts_order_id_unique unique,
  buyer_id uuid not null constraint gifts_buyer_id_foreign references members on update cascade on delete no action,
  tier text not null check (tier in ('Basic', 'Premium', 'Private')),
  recipient_email citext constraint gifts_recipient_email_length check (char_length(recipient_email) between 3 and 254),
  sender_name text not null constraint gifts_sender_name_length check (char_length(sender_name) between 1 and 100),
  message text not null default '' constraint gifts_message_length check (char_length(message) <= 500),
  paid_at timestamptz(3),
  expires_at timestamptz(3),
  link_id uuid,
  token_hash text constraint gifts_token_hash_unique unique
    constraint gifts_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$'),
  taken_back_at timestamptz(3),
  claimed_by_id uuid constraint gifts_claimed_by_id_foreign references members on update cascade on delete set null,
  claimed_at timestamptz(3),
  access_from timestamptz(3),
  access_until timestamptz(3),
  constraint gifts_claimed_has_access check ((num_nonnulls(claimed_at, access_from, access_until) % 3) = 0),
  constraint gifts_claimed_was_paid
    check ((claimed_by_id is null or claimed_at is not null) and (claimed_at is null or paid_at is not null)),
  constraint gifts_not_oneself check (claimed_by_id <> buyer_id),
  constraint gifts_paid_has_link check ((num_nonnulls(paid_at, expires_at, link_id, token_hash) % 4) = 0)
);
create index gifts_buyer_id_created_at_index on gifts (buyer_id, created_at);
create index gifts_claimed_by_id_access_until_index on gifts (claimed_by_id, access_until);
create index gifts_recipient_email_index on gifts (recipient_email);
create index gifts_running_index on gifts (access_until) include (claimed_by_id, tier)
  where claimed_by_id is not null and taken_back_at is null;
${updatedAtTrigger("gifts")}
`,
    trials: `
create table trials (
  ${ID_AND_CREATED},
  member_id uuid not null constraint trials_member_id_foreign references members on update cascade on delete cascade
    constraint trials_member_id_unique unique,
  plan_name text not null constraint trials_plan_name_length check (char_length(plan_name) between 1 and 100),
  tier text not null check (tier in ('Basic', 'Premium', 'Private')) constraint trials_tier_paid check (tier <> 'Basic'),
  days int not null constraint trials_days_range check (days between 1 and 90),
  access_from timestamptz(3) not null,
  access_until timestamptz(3) not null,
  constraint trials_access_order check (access_until > access_from)
);
create index trials_running_index on trials (access_until) include (member_id, tier);
`,
    trial_addresses: `
create table trial_addresses (
  address_hash text not null primary key constraint trial_addresses_hash_format check (address_hash ~ '^[0-9a-f]{64}$')
);
`,
    trial_devices: `
create table trial_devices (
  device_hash text not null primary key constraint trial_devices_hash_format check (device_hash ~ '^[0-9a-f]{64}$')
);
`,
    referrals: `
create table referrals (
  ${EDITED_COLUMNS},
  referrer_id uuid not null
    constraint referrals_referrer_id_foreign references members on update cascade on delete cascade,
  friend_id uuid not null constraint referrals_friend_id_foreign references members on update cascade on delete cascade
    constraint referrals_friend_id_unique unique,
  state text not null default 'joined' check (state in ('joined', 'rewarded', 'reversed', 'refused')),
  days int not null default 30 constraint referrals_days_range check (days between 0 and 366),
  payment_id uuid constraint referrals_payment_id_foreign references payments on update cascade on delete no action,
  rewarded_at timestamptz(3),
  reversed_at timestamptz(3),
  referrers_browser boolean not null default false,
  refusal text check (refusal in ('mailbox', 'browser', 'device', 'payer', 'cap')),
  refused_at timestamptz(3),
  constraint referrals_cap_rewards_friend check (refusal is null or (refusal = 'cap') = (state <> 'refused')),
  constraint referrals_not_oneself check (referrer_id <> friend_id),
  constraint referrals_reason_of_payment check (refusal is null or state <> 'joined'),
  constraint referrals_refused_has_reason check (state <> 'refused' or refusal is not null),
  constraint referrals_refused_has_time check ((state = 'refused') = (refused_at is not null))
);
create index referrals_payment_id_index on referrals (payment_id);
create index referrals_referrer_id_created_at_index on referrals (referrer_id, created_at);
create index referrals_rewards_index on referrals (referrer_id, rewarded_at) where state = 'rewarded' and refusal is null;
${updatedAtTrigger("referrals")}
`,
    access_periods: `
create table access_periods (
  ${ID_AND_CREATED},
  serial_number int not null generated always as identity constraint access_periods_serial_number_unique unique,
  member_id uuid not null
    constraint access_periods_member_id_foreign references members on update cascade on delete cascade,
  cause text not null check (cause in ('purchase', 'gift', 'trial', 'reward', 'staff', 'carried')),
  cause_id uuid,
  since timestamptz(3) not null default now(),
  tier text check (tier in ('Basic', 'Premium', 'Private')),
  days int constraint access_periods_days_range check (days between 0 and 3660),
  until timestamptz(3),
  taken_back_at timestamptz(3),
  access_tier text check (access_tier in ('Basic', 'Premium', 'Private')),
  access_from timestamptz(3),
  access_until timestamptz(3),
  constraint access_periods_access_whole check ((num_nonnulls(access_tier, access_from, access_until) % 3) = 0),
  constraint access_periods_adds_or_sets
    check ((days is null) = (cause = 'staff' or cause = 'carried') and (days is null or until is null)),
  constraint access_periods_cause_known check (cause_id is not null or cause = 'staff' or cause = 'carried'),
  constraint access_periods_tier_known check ((tier is null) = (cause = 'reward'))
);
create index access_periods_cause_id_index on access_periods (cause_id);
create index access_periods_member_id_serial_number_index on access_periods (member_id, serial_number);
create trigger access_periods_followed after update of access_tier, access_from, access_until on access_periods for each row
  when (new.cause in ('purchase', 'gift')) execute function follow_access_period();
`,
  },
};
