import { Migration } from "@mikro-orm/migrations";

const PAGES = "'about', 'contact', 'privacy', 'terms', 'disclaimer'";
const SECTIONS = `'site', 'seller', 'links', 'reading', ${PAGES}`;

const SITE_SETTINGS = `
create table site_settings (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  version int not null default 1,
  section text not null check (section in (${SECTIONS})),
  chosen jsonb not null constraint site_settings_chosen_object check (jsonb_typeof(chosen) = 'object'),
  logo_id uuid null,
  constraint site_settings_logo_place check (logo_id is null or section = 'site'),
  constraint site_settings_logo_id_foreign
    foreign key (logo_id) references images on update cascade on delete set null
)`;

const SITE_TEXTS = `
create table site_texts (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  page text not null check (page in (${PAGES})),
  number int not null constraint site_texts_number_range check (number >= 1),
  body text not null
    constraint site_texts_body_length check (char_length(body) >= 1 and char_length(body) <= 60000),
  staff_id uuid null,
  staff_name text not null
    constraint site_texts_staff_name_length check (char_length(staff_name) >= 1 and char_length(staff_name) <= 100),
  restored_from int null
    constraint site_texts_restored_from_range check (restored_from >= 0 and restored_from < number),
  constraint site_texts_staff_id_foreign
    foreign key (staff_id) references staff on update cascade on delete set null
)`;

const SELLERS = `
create table sellers (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  since timestamptz(3) not null,
  name text not null constraint sellers_name_length check (char_length(name) >= 1 and char_length(name) <= 100),
  address text[] not null constraint sellers_address_lines check (cardinality(address) <= 8),
  tax_id text null constraint sellers_tax_id_length check (char_length(tax_id) >= 1 and char_length(tax_id) <= 60)
)`;

/** Each part of the settings has its row, so that two who save it at once take turns. Nothing is set in them yet. */
const ROWS = `
insert into site_settings (id, created_at, updated_at, section, chosen)
select md5('settings of ' || section)::uuid, timestamptz '2026-11-24 00:00:00Z', timestamptz '2026-11-24 00:00:00Z', section, '{}'
  from unnest(array[${SECTIONS}]) as section`;

/** What the owner sets in the back-office instead of the environment, the words of the site's own pages, and who sold when. */
export class Migration20261124080000_site_settings extends Migration {
  override up(): void {
    this.addSql(SITE_SETTINGS);
    this.addSql("alter table site_settings add constraint site_settings_section_unique unique (section)");
    this.addSql("create index site_settings_created_at_id_index on site_settings (created_at, id)");
    this.addSql("create index site_settings_logo_id_index on site_settings (logo_id)");
    this.addSql(ROWS);
    this.addSql(`create trigger site_settings_updated_at before update on site_settings
                   for each row execute function set_updated_at()`);
    this.addSql(`create trigger site_settings_content_change after insert or update or delete or truncate on site_settings
                   for each statement execute function notify_content_change()`);
    this.addSql(SITE_TEXTS);
    this.addSql("alter table site_texts add constraint site_texts_page_number_unique unique (page, number)");
    this.addSql("create index site_texts_created_at_id_index on site_texts (created_at, id)");
    this.addSql("create index site_texts_staff_id_index on site_texts (staff_id)");
    this.addSql(SELLERS);
    this.addSql("create index sellers_since_id_index on sellers (since, id)");
    this.addSql("create index sellers_created_at_id_index on sellers (created_at, id)");
  }

  override down(): void {
    this.addSql("drop table sellers");
    this.addSql("drop table site_texts");
    this.addSql("drop table site_settings");
  }
}
