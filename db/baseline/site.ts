import {
  contentTrigger,
  EDITED_COLUMNS,
  ID_AND_CREATED,
  SHORT_LIST,
  type Subject,
  updatedAtTrigger,
} from "./parts";

/** Settings and texts of the site. */
export const SITE: Subject = {
  functions: {},
  tables: {
    site_settings: `
create table site_settings (
  ${EDITED_COLUMNS},
  section text not null constraint site_settings_section_unique unique
    check (section in ('site', 'seller', 'links', 'reading', 'prices', 'about', 'contact', 'privacy', 'terms', 'disclaimer')),
  chosen jsonb not null constraint site_settings_chosen_object check (jsonb_typeof(chosen) = 'object'),
  logo_id uuid constraint site_settings_logo_id_foreign references images on update cascade on delete set null,
  constraint site_settings_logo_place check (logo_id is null or section = 'site')
);
create index site_settings_created_at_id_index on site_settings (created_at, id);
create index site_settings_logo_id_index on site_settings (logo_id);
${updatedAtTrigger("site_settings")}
${contentTrigger("site_settings")}
`,
    site_texts: `
create table site_texts (
  ${ID_AND_CREATED},
  page text not null check (page in ('about', 'contact', 'privacy', 'terms', 'disclaimer')),
  number int not null constraint site_texts_number_range check (number >= 1),
  body text not null constraint site_texts_body_length check (char_length(body) between 1 and 60000),
  staff_id uuid constraint site_texts_staff_id_foreign references staff on update cascade on delete set null,
  staff_name text not null constraint site_texts_staff_name_length check (char_length(staff_name) between 1 and 100),
  restored_from int,
  constraint site_texts_page_number_unique unique (page, number),
  constraint site_texts_restored_from_range check (restored_from >= 0 and restored_from < number)
);
create index site_texts_body_pictures_index on site_texts using gin (pictures_in(body)) ${SHORT_LIST};
create index site_texts_created_at_id_index on site_texts (created_at, id);
create index site_texts_staff_id_index on site_texts (staff_id);
`,
  },
};
