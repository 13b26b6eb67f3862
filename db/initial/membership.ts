export const PACKAGES = `
create table packages (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  name text not null constraint packages_name_length check (char_length(name) between 1 and 100),
  tagline text not null default '' constraint packages_tagline_length check (char_length(tagline) <= 300),
  tier text not null check (tier in ('Basic', 'Premium', 'Private')),
  price numeric(12, 2) not null constraint packages_price_range check (price >= 0 and price < 10000000000),
  currency char(3) not null default 'USD' constraint packages_currency_format check (currency ~ '^[A-Z]{3}$'),
  expires_in int constraint packages_expires_in_range check (expires_in between 1 and 3660),
  benefits text[] not null default '{}' constraint packages_benefits_range check (cardinality(benefits) <= 50),
  archived_at timestamptz(3),
  constraint packages_priced_has_days check (price = 0 or expires_in is not null)
);
create index packages_price_id_index on packages (price, id);
create index packages_created_at_id_index on packages (created_at, id);
`;

export const ORDERS = `
create table orders (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  member_id uuid not null
    constraint orders_member_id_foreign references members on update cascade on delete no action,
  package_id uuid constraint orders_package_id_foreign references packages on update cascade on delete set null,
  plan_name text not null constraint orders_plan_name_length check (char_length(plan_name) between 1 and 100),
  tier text not null check (tier in ('Basic', 'Premium', 'Private')),
  amount numeric(12, 2) not null constraint orders_amount_range check (amount > 0 and amount < 10000000000),
  currency char(3) not null constraint orders_currency_format check (currency ~ '^[A-Z]{3}$'),
  days int not null constraint orders_days_range check (days between 1 and 3660),
  provider text not null default 'paypal' check (provider in ('paypal')),
  provider_order_id text
    constraint orders_provider_order_id_unique unique
    constraint orders_provider_order_id_length check (char_length(provider_order_id) between 1 and 100),
  status text not null default 'created'
    check (status in ('created', 'approved', 'capturing', 'captured', 'failed', 'cancelled')),
  last_error text constraint orders_last_error_length check (char_length(last_error) <= 2000),
  captured_at timestamptz(3),
  constraint orders_captured_has_time check (status <> 'captured' or captured_at is not null)
);
create index orders_package_id_index on orders (package_id);
create index orders_created_at_id_index on orders (created_at, id);
create index orders_status_updated_at_index on orders (status, updated_at);
create index orders_member_id_created_at_index on orders (member_id, created_at);
`;

export const PAYMENTS = `
create table payments (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  order_id uuid
    constraint payments_order_id_unique unique
    constraint payments_order_id_foreign references orders on update cascade on delete no action,
  member_id uuid not null
    constraint payments_member_id_foreign references members on update cascade on delete no action,
  plan text not null constraint payments_plan_length check (char_length(plan) between 1 and 100),
  tier text not null check (tier in ('Basic', 'Premium', 'Private')),
  amount numeric(12, 2) not null constraint payments_amount_range check (amount >= 0 and amount < 10000000000),
  currency char(3) not null constraint payments_currency_format check (currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('COMPLETED', 'PENDING', 'FAILED')),
  payment_method text not null
    constraint payments_payment_method_length check (char_length(payment_method) between 1 and 100),
  provider_capture_id text
    constraint payments_provider_capture_id_unique unique
    constraint payments_provider_capture_id_length check (char_length(provider_capture_id) between 1 and 100),
  payment_date timestamptz(3) not null default now(),
  access_from timestamptz(3),
  expires_at timestamptz(3),
  refunded_at timestamptz(3)
);
create index payments_created_at_id_index on payments (created_at, id);
create index payments_payment_date_id_index on payments (payment_date, id);
create index payments_status_created_at_id_index on payments (status, created_at, id);
create index payments_member_id_created_at_index on payments (member_id, created_at);
`;

export const REFERRALS = `
create table referrals (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  referrer_id uuid not null
    constraint referrals_referrer_id_foreign references members on update cascade on delete cascade,
  friend_id uuid not null
    constraint referrals_friend_id_unique unique
    constraint referrals_friend_id_foreign references members on update cascade on delete cascade,
  state text not null default 'joined' check (state in ('joined', 'rewarded', 'reversed')),
  days int not null default 30 constraint referrals_days_range check (days between 0 and 366),
  payment_id uuid
    constraint referrals_payment_id_foreign references payments on update cascade on delete no action,
  rewarded_at timestamptz(3),
  reversed_at timestamptz(3),
  constraint referrals_not_oneself check (referrer_id <> friend_id)
);
create index referrals_payment_id_index on referrals (payment_id);
create index referrals_referrer_id_created_at_index on referrals (referrer_id, created_at);
`;
