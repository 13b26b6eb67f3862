/** SQL of one subject, by the names of what it creates. All functions come before all tables. */
export type Subject = {
  readonly functions: Readonly<Record<string, string>>;
  readonly tables: Readonly<Record<string, string>>;
};

export const ID_AND_CREATED = `id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now()`;

/** A row that somebody edits. */
export const EDITED_COLUMNS = `${ID_AND_CREATED},
  updated_at timestamptz(3) not null default now(),
  version int not null default 1`;

/** Each search reads an index's pending list from its beginning: 256 kB instead of 4 MB, merged at once. */
export const SHORT_LIST = "with (gin_pending_list_limit = 256)";

/** A market figure: finite, below 10^15 either way, at most 24 decimals. A dollar buys a million of some coins. */
export const figure = (table: string, column: string, more = "") =>
  `${column} numeric ${more} constraint ${table}_${column}_figure
    check (abs(${column}) < 1000000000000000 and scale(${column}) <= 24)`;

/** The address of an author's page, by the name; db/author-slug.ts has the same text. */
export const authorSlug = (column: string) =>
  String.raw`btrim(regexp_replace(lower(regexp_replace(normalize(${column}, NFKD), '[\u0300-\u036f]', '', 'g') collate "C"), '[\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+', '-', 'g'), '-')`;

export const updatedAtTrigger = (table: string) => `
create trigger ${table}_updated_at before update on ${table}
  for each row execute function set_updated_at();`;

export const contentTrigger = (table: string) => `
create trigger ${table}_content_change after insert or update or delete or truncate on ${table}
  for each statement execute function notify_content_change();`;

const TRANSITIONS = {
  insert: "referencing new table as added",
  update: "referencing old table as gone new table as added",
  delete: "referencing old table as gone",
  truncate: "",
};
type Event = keyof typeof TRANSITIONS;

export const ROW_EVENTS: readonly Event[] = ["insert", "update", "delete"];
const ALL_EVENTS: readonly Event[] = [...ROW_EVENTS, "truncate"];

/** One trigger for each event: a function that reads the changed rows can't have them of several events at once. */
export const transitionTriggers = (table: string, prefix: string, call: string, events = ALL_EVENTS) =>
  events
    .map(
      (event) => `
create trigger ${prefix}_${event} after ${event} on ${table} ${TRANSITIONS[event]}
  for each statement execute function ${call};`,
    )
    .join("");

/** Without facets an update changes no count. */
export function countTriggers(table: string, ...facets: string[]): string {
  const counted = `jsonb_build_object(${facets.map((facet) => `''${facet}'', ${facet}`).join(", ")})`;
  const events = facets.length > 0 ? ALL_EVENTS : ALL_EVENTS.filter((event) => event !== "update");
  return transitionTriggers(table, `${table}_count`, `count_records('${counted}')`, events);
}
