import { Migration } from "@mikro-orm/migrations";

const figure = (table: string, column: string) =>
  `constraint ${table}_${column}_figure check (abs(${column}) < 1000000000000000 and scale(${column}) <= 24)`;

const member = (table: string) => `member_id uuid not null
    constraint ${table}_member_id_foreign references members on update cascade on delete cascade`;

const instrument = (table: string, key = "") => `instrument_id uuid not null${key}
    constraint ${table}_instrument_id_foreign references instruments on update cascade on delete cascade`;

const KIND = "kind text not null check (kind in ('rises', 'falls', 'moves'))";

/** Members get a notice when a price crosses a level. */
export class PriceAlerts extends Migration {
  override up(): void {
    this.addSql("alter table member_marks add column alert_mails boolean not null default true");
    this.addSql(`
create table compared_prices (
  ${instrument("compared_prices", " primary key")},
  day date,
  price numeric ${figure("compared_prices", "price")},
  at timestamptz(3),
  constraint compared_prices_all_or_none check ((day is null) = (price is null) and (day is null) = (at is null))
)`);
    this.addSql(`
create table price_alerts (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  ${member("price_alerts")},
  ${instrument("price_alerts")},
  ${KIND},
  level numeric not null ${figure("price_alerts", "level")},
  set_on date not null,
  constraint price_alerts_member_id_instrument_id_kind_level_set_on_unique
    unique (member_id, instrument_id, kind, level, set_on),
  constraint price_alerts_level_range check (level > 0 and (kind <> 'moves' or level <= 100))
)`);
    this.addSql("create index price_alerts_level_index on price_alerts (instrument_id, kind, level)");
    this.addSql("create index price_alerts_by_age_index on price_alerts (member_id, created_at desc, id)");
    this.addSql(`
create table price_alert_firings (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  ${member("price_alert_firings")},
  ${instrument("price_alert_firings")},
  alert_id uuid
    constraint price_alert_firings_alert_id_foreign references price_alerts on update cascade on delete set null,
  ${KIND},
  level numeric not null ${figure("price_alert_firings", "level")},
  price numeric not null ${figure("price_alert_firings", "price")},
  moved numeric ${figure("price_alert_firings", "moved")},
  day date not null,
  fired_on date not null,
  mail_decided_at timestamptz(3),
  constraint price_alert_firings_alert_id_fired_on_unique unique (alert_id, fired_on)
)`);
    this.addSql(
      "create index price_alert_firings_by_age_index on price_alert_firings (member_id, created_at desc, id)",
    );
    this.addSql(
      "create index price_alert_firings_instrument_id_index on price_alert_firings (instrument_id)",
    );
    this.addSql("create index price_alert_firings_created_at_index on price_alert_firings (created_at)");
    this.addSql(
      "create index price_alert_firings_waiting_index on price_alert_firings (created_at, member_id) where mail_decided_at is null",
    );
  }

  override down(): void {
    this.addSql("drop table price_alert_firings");
    this.addSql("drop table price_alerts");
    this.addSql("drop table compared_prices");
    this.addSql("alter table member_marks drop column alert_mails");
  }
}
