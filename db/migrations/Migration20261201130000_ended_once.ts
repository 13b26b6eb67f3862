import { Migration } from "@mikro-orm/migrations";

type Kind = {
  /** Whether readers see the row, by the clock. */
  isPublic: (row: string) => string;
  /** Whether they saw it before this write, as far as the feed said. */
  wasPublic: (row: string) => string;
};

const isPublished = (row: string) => `${row}.status = 'published'`;
const always = () => "true";
const isRunning = (row: string) => `coalesce(${row}.unpublish_at > clock_timestamp(), true)`;
/** A write after its end has told readers that it is over. */
const isUntold = (row: string) => `coalesce(${row}.unpublish_at > ${row}.updated_at, true)`;

const kind = (isShown: (row: string) => string): Kind => ({
  isPublic: (row) => `${isShown(row)} and ${isRunning(row)}`,
  wasPublic: (row) => `${isShown(row)} and ${isUntold(row)}`,
});

/** What a change of an ad or a banner says of the row. */
const COLUMNS = { ads: "kept_views, kept_clicks, kept_until", banners: "" } as const;

/** As Migration20261130210500 has it. */
const noteFunction = (table: keyof typeof COLUMNS, { isPublic, wasPublic }: Kind): string => `
create or replace function note_${table}_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into record_changes (kind, record_id, change, shown, reach)
    select '${table}', id, 'saved', case when ${isPublic("a")} then 'saved' end, case when ${isPublic("a")} then 3 else 0 end
      from added a;
  elsif tg_op = 'DELETE' then
    insert into record_changes (kind, record_id, change, shown, reach)
    select '${table}', id, 'deleted', case when ${wasPublic("o")} then 'deleted' end, case when ${wasPublic("o")} then 3 else 0 end
      from gone o;
  else
    insert into record_changes (kind, record_id, change, shown, reach)
    select '${table}', id, 'saved',
           case when ${isPublic("a")} then 'saved' when ${wasPublic("o")} then 'deleted' end,
           case when ${isPublic("a")} or ${wasPublic("o")} then 3 else 0 end
      from gone o join added a using (id)
     where case when (o.updated_at, o.version) is distinct from (a.updated_at, a.version) then true
                else to_jsonb(o) - '{${COLUMNS[table]}}'::text[] is distinct from to_jsonb(a) - '{${COLUMNS[table]}}'::text[] end;
  end if;
  if found then
    perform pg_notify('jobs', 'record-changes');
  end if;
  return null;
end
$$`;

/** An ad or a banner that is over reaches readers as deleted once, not again with each edit. */
export class EndedOnce extends Migration {
  override up(): void {
    this.addSql(noteFunction("ads", kind(isPublished)));
    this.addSql(noteFunction("banners", kind(always)));
  }

  override down(): void {
    const before = (isShown: (row: string) => string): Kind => ({ ...kind(isShown), wasPublic: isShown });
    this.addSql(noteFunction("ads", before(isPublished)));
    this.addSql(noteFunction("banners", before(always)));
  }
}
