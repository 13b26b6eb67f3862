import { Migration } from "@mikro-orm/migrations";

/** A quote that was linked by its name alone would tell of the call that its instrument is there for. */
const PUBLIC_NAME_OF = `
create function public_name_of(instrument uuid) returns text language sql stable as $$
  select coalesce(
    (select name from quotes where instrument_id = instrument and symbol is not null
      order by updated_at desc, id desc limit 1),
    (select company_name from daily_briefs where instrument_id = instrument and status = 'published'
      order by created_at desc, id desc limit 1))
$$`;

/** Nothing is written, and nobody told of a change, where the name stays. */
const RENEW = `
create function renew_public_name(instrument uuid) returns void language plpgsql as $$
declare
  called text := public_name_of(instrument);
begin
  if exists (select 1 from instruments where id = instrument
              and public_name is distinct from coalesce(called, case when kind = 'index' then name end)) then
    update instruments set public_name = coalesce(called, case when kind = 'index' then name end) where id = instrument;
  end if;
end
$$`;

const OF_RECORD = `
create function renew_public_names() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.instrument_id is not null then
    perform renew_public_name(old.instrument_id);
  end if;
  if tg_op <> 'DELETE' and new.instrument_id is not null
     and (tg_op = 'INSERT' or new.instrument_id is distinct from old.instrument_id) then
    perform renew_public_name(new.instrument_id);
  end if;
  return null;
end
$$`;

const OF_INSTRUMENT = `
create function keep_public_name() returns trigger language plpgsql as $$
begin
  new.public_name := case when new.merged_into is null
    then coalesce(public_name_of(new.id), case when new.kind = 'index' then new.name end) end;
  return new;
end
$$`;

const NAMED_BY: Record<string, string> = {
  quotes: "name, symbol, instrument_id",
  daily_briefs: "company_name, ticker, status, instrument_id",
};

const BACKFILL = `
update instruments set public_name = coalesce(public_name_of(id), case when kind = 'index' then name end)
 where merged_into is null and (kind = 'index' or id in (
   select instrument_id from quotes where symbol is not null
   union select instrument_id from daily_briefs where status = 'published'))`;

const INDEXES = [
  "instruments_public_by_age_index on instruments (created_at, id) where public_name is not null",
  "instruments_public_name_prefix on instruments (lower(public_name) text_pattern_ops)",
  "instruments_public_name_trgm on instruments using gin (public_name gin_trgm_ops) with (gin_pending_list_limit = 256)",
];

/** What public records call a company, by which everybody finds it: kept, because a search asks for it in a million instruments. */
export class Migration20261122172310_public_names extends Migration {
  override up(): void {
    this.addSql("alter table instruments add column public_name text");
    for (const made of [PUBLIC_NAME_OF, RENEW, OF_RECORD, OF_INSTRUMENT]) this.addSql(made);
    this.addSql("alter table instruments disable trigger instruments_updated_at");
    this.addSql(BACKFILL);
    this.addSql("alter table instruments enable trigger instruments_updated_at");
    for (const index of INDEXES) this.addSql(`create index ${index}`);
    for (const [table, columns] of Object.entries(NAMED_BY))
      this.addSql(`create trigger ${table}_public_names after insert or delete or update of ${columns} on ${table}
                     for each row execute function renew_public_names()`);
    this.addSql(`create trigger instruments_public_name before insert or update of name, kind, merged_into on instruments
                   for each row execute function keep_public_name()`);
  }

  override down(): void {
    this.addSql("drop trigger instruments_public_name on instruments");
    for (const table of Object.keys(NAMED_BY)) this.addSql(`drop trigger ${table}_public_names on ${table}`);
    for (const made of [
      "keep_public_name()",
      "renew_public_names()",
      "renew_public_name(uuid)",
      "public_name_of(uuid)",
    ])
      this.addSql(`drop function ${made}`);
    this.addSql("alter table instruments drop column public_name");
  }
}
