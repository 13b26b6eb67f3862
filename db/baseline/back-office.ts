import { EDITED_COLUMNS, ID_AND_CREATED, SHORT_LIST, type Subject, updatedAtTrigger } from "./parts";

/** What the back-office keeps about its own work. */
export const BACK_OFFICE: Subject = {
  functions: {
    /** Deletes the picture of a record that leaves the bin for good. */
    let_go_of_binned_pictures: `
create function let_go_of_binned_pictures() returns trigger language plpgsql as $$
begin
  delete from images using gone where images.id = gone.image_id;
  return null;
end
$$;
`,
  },
  tables: {
    changes: `
create table changes (
  ${ID_AND_CREATED},
  staff_id uuid constraint changes_staff_id_foreign references staff on update cascade on delete set null,
  staff_name text not null constraint changes_staff_name_length check (char_length(staff_name) between 1 and 100),
  action text not null constraint changes_action_length check (char_length(action) between 1 and 50),
  resource text not null constraint changes_resource_length check (char_length(resource) between 1 and 100),
  record_id text not null constraint changes_record_id_length check (char_length(record_id) between 1 and 100),
  record_title text not null constraint changes_record_title_length check (char_length(record_title) <= 2000),
  detail jsonb,
  origin text not null default 'unknown' check (origin in ('form', 'api', 'import', 'job', 'unknown')),
  differences jsonb constraint changes_differences_object check (jsonb_typeof(differences) = 'object'),
  record_version int
);
create index changes_created_at_id_index on changes (created_at, id);
create index changes_resource_origin_created_at_id_index on changes (resource, origin, created_at, id);
create index changes_resource_record_id_created_at_index on changes (resource, record_id, created_at);
create index changes_staff_id_resource_origin_created_at_id_index on changes (staff_id, resource, origin, created_at, id);
`,
    binned_records: `
create table binned_records (
  ${EDITED_COLUMNS},
  kind text not null constraint binned_records_kind_length check (char_length(kind) between 1 and 50),
  record_id uuid not null constraint binned_records_record_id_unique unique,
  title text not null constraint binned_records_title_length check (char_length(title) <= 300),
  held jsonb not null,
  image_id uuid constraint binned_records_image_id_foreign references images on update cascade on delete no action,
  staff_id uuid constraint binned_records_staff_id_foreign references staff on update cascade on delete set null,
  staff_name text not null constraint binned_records_staff_name_length check (char_length(staff_name) between 1 and 200)
);
create index binned_records_created_at_id_index on binned_records (created_at, id) include (kind);
create index binned_records_held_pictures_index on binned_records using gin (pictures_in(held::text)) ${SHORT_LIST};
create index binned_records_image_id_index on binned_records (image_id);
create index binned_records_kind_created_at_id_index on binned_records (kind, created_at, id);
create index binned_records_staff_id_index on binned_records (staff_id);
create index binned_records_title_sort_index on binned_records (title, id) include (kind, created_at);
create index binned_records_title_trgm on binned_records using gin (title gin_trgm_ops) ${SHORT_LIST};
create trigger binned_records_gone after delete on binned_records referencing old table as gone for each statement
  execute function let_go_of_binned_pictures();
${updatedAtTrigger("binned_records")}
`,
    form_drafts: `
create table form_drafts (
  staff_id uuid not null constraint form_drafts_staff_id_foreign references staff on update cascade on delete cascade,
  form text not null constraint form_drafts_form_length check (char_length(form) between 1 and 200),
  typed jsonb constraint form_drafts_typed_size check (octet_length(typed::text) <= 4000000),
  writer uuid not null,
  record_version int not null constraint form_drafts_record_version_range check (record_version >= 0),
  revision int not null default 1 constraint form_drafts_revision_range check (revision >= 1),
  saved_at timestamptz(3) not null default now(),
  primary key (staff_id, form, writer)
);
create index form_drafts_saved_at_index on form_drafts (saved_at);
`,
    form_openings: `
create table form_openings (
  staff_id uuid not null constraint form_openings_staff_id_foreign references staff on update cascade on delete cascade,
  form text not null constraint form_openings_form_length check (char_length(form) between 1 and 200),
  opened_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (staff_id, form)
);
create index form_openings_expires_at_index on form_openings (expires_at);
create index form_openings_form_expires_at_index on form_openings (form, expires_at);
`,
    paste_columns: `
create table paste_columns (
  staff_id uuid not null constraint paste_columns_staff_id_foreign references staff on update cascade on delete cascade,
  resource text not null constraint paste_columns_resource_length check (char_length(resource) between 1 and 100),
  columns jsonb not null constraint paste_columns_columns_size check (octet_length(columns::text) <= 50000),
  primary key (staff_id, resource)
);
`,
    accepted_findings: `
create table accepted_findings (
  ${ID_AND_CREATED},
  kind text not null
    check (kind in ('paid without access', 'captured, not recorded', 'access without payment', 'paid twice',
      'refused to our account')),
  subject text not null constraint accepted_findings_subject_length check (char_length(subject) between 1 and 200),
  member_id uuid not null
    constraint accepted_findings_member_id_foreign references members on update cascade on delete cascade,
  staff_id uuid constraint accepted_findings_staff_id_foreign references staff on update cascade on delete set null,
  staff_name text not null
    constraint accepted_findings_staff_name_length check (char_length(staff_name) between 1 and 200),
  constraint accepted_findings_kind_subject_unique unique (kind, subject)
);
create index accepted_findings_member_id_index on accepted_findings (member_id);
create index accepted_findings_staff_id_index on accepted_findings (staff_id);
`,
    /** Sums of these rows are the counts; the hourly task adds them up. */
    record_counts: `
create table record_counts (
  id bigserial primary key,
  kind text not null,
  facets jsonb not null,
  count int not null
);
`,
  },
};
