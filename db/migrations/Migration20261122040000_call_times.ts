import { Migration } from "@mikro-orm/migrations";

/**
 * The moment until which to hold, when the period is one that can be counted ("3 weeks", "a month"); null for
 * "until earnings": an end that nobody named is not made up. Counted in UTC, so that it depends on no session's zone;
 * a month after 31 January is the last day of February.
 */
const HOLD_UNTIL = `
create function hold_until(period text, since timestamptz) returns timestamptz language sql immutable as $$
  select (since at time zone 'UTC' + make_interval(
           months => case unit when 'month' then amount when 'year' then 12 * amount else 0 end,
           days => case unit when 'day' then amount when 'week' then 7 * amount else 0 end)) at time zone 'UTC'
    from (select lower(part[2]) as unit,
                 coalesce(array_position(array['one', 'two', 'three', 'four', 'five', 'six'], lower(part[1])),
                          case when part[1] ~ '^[0-9]' then part[1]::int else 1 end) as amount
            from regexp_match(btrim(period, E' \\t\\r\\n'),
              '^(a|an|one|two|three|four|five|six|[0-9]{1,3})\\s*(day|week|month|year)s{0,1}$', 'i') as part
           where part is not null) as counted
$$`;

const KEEP_END = `
create function keep_alert_end() returns trigger language plpgsql as $$
begin
  new.ends_at := hold_until(new.holding_period, new.created_at);
  return new;
end
$$`;

/** An edit of the words leaves the price as old as it was: only what changes the price makes it new. */
const KEEP_PRICED = `
create function keep_priced_at() returns trigger language plpgsql as $$
begin
  if new.current_price is null then
    new.priced_at := null;
  elsif tg_op = 'INSERT' then
    new.priced_at := coalesce(new.priced_at, new.updated_at);
  else
    new.priced_at := now();
  end if;
  return new;
end
$$`;

/** What a price consists of, by table. */
const PRICES = { trade_alerts: ["current_price", "daily_change"], stock_picks: ["current_price"] };

/** When a call's holding period is over, and since when an alert or a pick has the price it has. */
export class Migration20261122040000_call_times extends Migration {
  override up(): void {
    for (const made of [HOLD_UNTIL, KEEP_END, KEEP_PRICED]) this.addSql(made);
    this.addSql(
      "alter table trade_alerts add column ends_at timestamptz(3), add column priced_at timestamptz(3)",
    );
    this.addSql("alter table stock_picks add column priced_at timestamptz(3)");
    this.backfill();
    this.addSql("create index trade_alerts_ends_at_id_index on trade_alerts (ends_at, id)");
    this.addSql(`create trigger trade_alerts_ends_at before insert or update of holding_period, created_at
      on trade_alerts for each row execute function keep_alert_end()`);
    for (const [table, columns] of Object.entries(PRICES)) {
      const row = (side: string) => columns.map((column) => `${side}.${column}`).join(", ");
      this.addSql(`create trigger ${table}_priced_at before insert on ${table}
        for each row execute function keep_priced_at()`);
      this.addSql(`create trigger ${table}_repriced_at before update on ${table} for each row
        when ((${row("old")}) is distinct from (${row("new")})) execute function keep_priced_at()`);
    }
  }

  /** What is there keeps its day: of a price no better one is known than that of the last change. */
  private backfill(): void {
    for (const table of Object.keys(PRICES)) {
      this.addSql(`alter table ${table} disable trigger ${table}_updated_at`);
      const end = table === "trade_alerts" ? ", ends_at = hold_until(holding_period, created_at)" : "";
      this.addSql(
        `update ${table} set priced_at = case when current_price is not null then updated_at end${end}`,
      );
      this.addSql(`alter table ${table} enable trigger ${table}_updated_at`);
    }
  }

  override down(): void {
    for (const table of Object.keys(PRICES)) {
      this.addSql(`drop trigger ${table}_priced_at on ${table}`);
      this.addSql(`drop trigger ${table}_repriced_at on ${table}`);
      this.addSql(`alter table ${table} drop column priced_at`);
    }
    this.addSql("drop trigger trade_alerts_ends_at on trade_alerts");
    this.addSql("alter table trade_alerts drop column ends_at");
    for (const made of ["keep_priced_at()", "keep_alert_end()", "hold_until(text, timestamptz)"])
      this.addSql(`drop function ${made}`);
  }
}
