import { Migration } from "@mikro-orm/migrations";

const TABLES = ["news", "daily_briefs", "trade_alerts", "videos"] as const;

/**
 * A record is as old as its publication: from the minute on lists, feeds and sitemaps have it in its place. One that was to come and
 * is sent out by hand is of that moment, and so is a draft whose minute passed while it was one.
 */
const KEEP_MINUTE = `
create function keep_publish_minute() returns trigger language plpgsql as $$
begin
  if new.publish_at > now() then
    new.created_at := new.publish_at;
  elsif tg_op = 'UPDATE' and new.publish_at is null
        and (old.publish_at > now() or (old.publish_at is not null and to_jsonb(old) ->> 'status' = 'draft')) then
    new.created_at := now();
  end if;
  return new;
end
$$`;

/** A brief that is to come names no company yet. */
const PUBLIC_NAME_OF = (isOut: string) => `
create or replace function public_name_of(instrument uuid) returns text language sql stable as $$
  select coalesce(
    (select name from quotes where instrument_id = instrument and symbol is not null
      order by updated_at desc, id desc limit 1),
    (select company_name from daily_briefs where instrument_id = instrument and status = 'published'${isOut}
      order by created_at desc, id desc limit 1))
$$`;

const NAMED_BY = "company_name, ticker, status, instrument_id";
const NAMES = (columns: string) => [
  "drop trigger daily_briefs_public_names on daily_briefs",
  `create trigger daily_briefs_public_names after insert or delete or update of ${columns} on daily_briefs
     for each row execute function renew_public_names()`,
];

const FOUND = {
  brief: "instrument_for(new.ticker, new.company_name, null, 'stock')",
  alert: "instrument_of_call(new.ticker, new.name, new.currency, 'stock')",
};

/** What is to come makes no instrument: who searches all of them would find what the record is about. It is linked to one there is. */
const LINKS = (linked: { name: "brief" | "alert"; table: string }, { isPlanned }: { isPlanned: boolean }) => {
  const { name, table } = linked;
  const found = isPlanned
    ? `case when new.publish_at > now() then instrument_by_symbol(new.ticker) else ${FOUND[name]} end`
    : FOUND[name];
  return [
    `create or replace function keep_${name}_instrument() returns trigger language plpgsql as $$
begin
  new.instrument_id := ${found};
  return new;
end
$$`,
    `drop trigger ${table}_instrument on ${table}`,
    `create trigger ${table}_instrument before insert or update of ticker${isPlanned ? ", publish_at" : ""} on ${table}
       for each row execute function keep_${name}_instrument()`,
  ];
};
const LINKED = [
  { name: "brief", table: "daily_briefs" },
  { name: "alert", table: "trade_alerts" },
] as const;

const ENDED_BY = "holding_period, created_at";
const ENDS = (columns: string) => [
  "drop trigger trade_alerts_ends_at on trade_alerts",
  `create trigger trade_alerts_ends_at before insert or update of ${columns} on trade_alerts
     for each row execute function keep_alert_end()`,
];

const SLUG = String.raw`btrim(regexp_replace(lower(regexp_replace(normalize(author, NFKD), '[\u0300-\u036f]', '', 'g') collate "C"), '[\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+', '-', 'g'), '-')`;
const END = "least(settled_at, ends_at)";
const END_FOR_MEMBERS = `(case when audience = 'members' then ${END} end)`;

type ListIndex = { table: string; name: string; order: string; include?: string; where?: string };

/** By which readers' lists are skipped and counted: with the minute in them they still answer without their tables. */
const LIST_INDEXES: readonly ListIndex[] = [
  { table: "news", name: "status_created_at_id", order: "status, created_at, id" },
  { table: "news", name: "status_category_created_at_id", order: "status, category, created_at, id" },
  { table: "news", name: "author_slug", order: `${SLUG}, created_at, id`, where: "status = 'published'" },
  { table: "daily_briefs", name: "status_created_at_id", order: "status, created_at, id" },
  {
    ...{ table: "daily_briefs", name: "author_slug", order: `${SLUG}, created_at, id` },
    where: "status = 'published'",
  },
  { table: "videos", name: "status_created_at_id", order: "status, created_at, id" },
  { table: "videos", name: "newest", order: "created_at, id", include: "status, is_free" },
  { table: "trade_alerts", name: "end", order: `${END}, id`, include: "ends_at, settled_at" },
  { table: "trade_alerts", name: "open", order: "created_at, id", include: "ends_at, settled_at, audience" },
  {
    ...{ table: "trade_alerts", name: "end_for_members", order: `${END_FOR_MEMBERS}, id` },
    include: "ends_at, settled_at, audience",
  },
];

/** @param more columns that it has besides */
function indexOf({ table, name, order, include, where }: ListIndex, more?: string): string {
  const included = [include, more].filter(Boolean).join(", ");
  const including = included ? ` include (${included})` : "";
  return `create index ${table}_${name}_index on ${table} (${order})${including}${where ? ` where ${where}` : ""}`;
}

/** News, briefs, alerts and videos are there for readers from a minute on. */
export class Migration20261125010000_planning extends Migration {
  override up(): void {
    this.addSql(KEEP_MINUTE);
    for (const table of TABLES) {
      this.addSql(`alter table ${table} add column publish_at timestamptz(3) null`);
      this.addSql(
        `create index ${table}_publish_at_index on ${table} (publish_at) where publish_at is not null`,
      );
      // Triggers of a row run by their names: the end of an alert's period is counted from the age that this one keeps.
      this.addSql(`create trigger ${table}_created_at before insert or update of publish_at on ${table}
                     for each row execute function keep_publish_minute()`);
    }
    for (const index of LIST_INDEXES) {
      this.addSql(`drop index ${index.table}_${index.name}_index`);
      this.addSql(indexOf(index, "publish_at"));
    }
    this.addSql(PUBLIC_NAME_OF("\n       and (publish_at is null or publish_at <= now())"));
    for (const made of [...NAMES(`${NAMED_BY}, publish_at`), ...ENDS(`${ENDED_BY}, publish_at`)])
      this.addSql(made);
    for (const linked of LINKED) for (const made of LINKS(linked, { isPlanned: true })) this.addSql(made);
  }

  override down(): void {
    for (const linked of LINKED) for (const made of LINKS(linked, { isPlanned: false })) this.addSql(made);
    for (const made of [...NAMES(NAMED_BY), ...ENDS(ENDED_BY)]) this.addSql(made);
    this.addSql(PUBLIC_NAME_OF(""));
    for (const table of TABLES) {
      this.addSql(`drop trigger ${table}_created_at on ${table}`);
      // The indexes that name the column go with it.
      this.addSql(`alter table ${table} drop column publish_at`);
    }
    for (const index of LIST_INDEXES) this.addSql(indexOf(index));
    this.addSql("drop function keep_publish_minute()");
  }
}
