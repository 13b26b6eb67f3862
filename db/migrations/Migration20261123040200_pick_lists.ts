import { Migration } from "@mikro-orm/migrations";

const CATEGORIES = "'VBTC-500', 'Tenet', 'Iron dome', 'Global Stars', 'Moonshots', 'ETFs-Index Funds'";

const PICK_LISTS = `
create table pick_lists (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  category text not null check (category in (${CATEGORIES})),
  thesis text not null
    constraint pick_lists_thesis_length check (char_length(thesis) >= 1 and char_length(thesis) <= 300)
)`;

/** Constant, as the rows of the demo are; the first is the newest, so that staff find them in the order of readers. */
const MADE_AT = "timestamptz '2026-11-23 00:00:00Z' - place * interval '1 second'";

/** What pages said of each list until now. */
const LISTS = `
insert into pick_lists (id, created_at, updated_at, category, thesis)
select md5('list of picks ' || category)::uuid, ${MADE_AT}, ${MADE_AT}, category, thesis
  from (values
    (1, 'VBTC-500', 'Companies that own or mine bitcoin, for people who want the exposure without the coin.'),
    (2, 'Tenet', 'Dull businesses with long rows of rising dividends, bought when they yield more than usual.'),
    (3, 'Iron dome', 'Defence and security suppliers with order books that reach years ahead.'),
    (4, 'Global Stars', 'Leaders outside doubt, held for years. We add when the price forgets the last good decade.'),
    (5, 'Moonshots', 'Small companies, one idea each. Most will fail; the list lives from the few that do not.'),
    (6, 'ETFs-Index Funds', 'The cheap way to own everything else.')
  ) as said (place, category, thesis)`;

/** The idea of each list of picks, which staff may put in other words. */
export class Migration20261123040200_pick_lists extends Migration {
  override up(): void {
    this.addSql(PICK_LISTS);
    this.addSql(LISTS);
    this.addSql("alter table pick_lists add constraint pick_lists_category_unique unique (category)");
    this.addSql("create index pick_lists_created_at_id_index on pick_lists (created_at, id)");
    this.addSql(`create trigger pick_lists_updated_at before update on pick_lists
                   for each row execute function set_updated_at()`);
    this.addSql(`create trigger pick_lists_content_change after insert or update or delete or truncate on pick_lists
                   for each statement execute function notify_content_change()`);
  }

  override down(): void {
    this.addSql("drop table pick_lists");
  }
}
