import { EDITED_COLUMNS, ID_AND_CREATED, SHORT_LIST, type Subject, updatedAtTrigger } from "./parts";

/** Pictures, and the removal of their files. */
export const PICTURES: Subject = {
  functions: {
    /** Cancels the removal of files whose picture has a row again. */
    keep_pictures: `
create function keep_pictures() returns trigger language plpgsql as $$
begin
  delete from picture_removals using kept where picture_removals.id = kept.id;
  return null;
end
$$;
`,
    /** Plans the removal of the files of deleted pictures. */
    plan_picture_removals: `
create function plan_picture_removals() returns trigger language plpgsql as $$
begin
  insert into picture_removals (id) select id from gone on conflict do nothing;
  return null;
end
$$;
`,
  },
  tables: {
    /**
     * Inserts and deletes notify nobody: the record that shows a picture changes too, and photos of members
     * change no page.
     */
    images: `
create table images (
  ${ID_AND_CREATED},
  width int not null constraint images_width_range check (width between 1 and 20000),
  height int not null constraint images_height_range check (height between 1 and 20000),
  byte_size int not null constraint images_byte_size_range check (byte_size > 0),
  widths int[] not null constraint images_widths_range check (cardinality(widths) between 1 and 10),
  alt text not null default '' constraint images_alt_length check (char_length(alt) <= 300),
  focus text not null default 'centre' check (focus in ('centre', 'top', 'bottom', 'left', 'right')),
  origin_id uuid
);
create index images_created_at_id_index on images (created_at, id);
create index images_origin_id_index on images (origin_id) where origin_id is not null;
create trigger images_content_change after update or truncate on images for each statement
  execute function notify_content_change();
create trigger images_gone after delete on images referencing old table as gone for each statement
  execute function plan_picture_removals();
create trigger images_kept after insert on images referencing new table as kept for each statement
  execute function keep_pictures();
`,
    /** Pictures of forms that were refused, until the form is sent again. */
    pending_pictures: `
create table pending_pictures (
  ${ID_AND_CREATED},
  owner_kind text not null check (owner_kind in ('staff', 'member')),
  owner_id uuid not null,
  form text not null constraint pending_pictures_form_length check (char_length(form) between 1 and 200),
  width int not null constraint pending_pictures_width_range check (width between 1 and 20000),
  height int not null constraint pending_pictures_height_range check (height between 1 and 20000),
  byte_size int not null constraint pending_pictures_byte_size_range check (byte_size > 0),
  widths int[] not null constraint pending_pictures_widths_range check (cardinality(widths) between 1 and 10),
  origin_id uuid
);
create index pending_pictures_created_at_index on pending_pictures (created_at);
create index pending_pictures_owner_id_created_at_index on pending_pictures (owner_id, created_at);
`,
    /** Pictures whose files a task deletes. */
    picture_removals: `
create table picture_removals (
  ${ID_AND_CREATED}
);
create index picture_removals_created_at_index on picture_removals (created_at);
`,
    library_pictures: `
create table library_pictures (
  ${EDITED_COLUMNS},
  title text not null constraint library_pictures_title_length check (char_length(title) between 1 and 200),
  alt text constraint library_pictures_alt_length check (char_length(alt) between 1 and 300),
  focus text not null default 'centre' check (focus in ('centre', 'top', 'bottom', 'left', 'right')),
  image_id uuid not null
    constraint library_pictures_image_id_foreign references images on update cascade on delete no action
);
create index library_pictures_alt_trgm on library_pictures using gin (alt gin_trgm_ops) ${SHORT_LIST};
create index library_pictures_created_at_id_index on library_pictures (created_at, id);
create index library_pictures_image_id_index on library_pictures (image_id);
create index library_pictures_title_folded on library_pictures using gin (search_fold(title) gin_trgm_ops) ${SHORT_LIST};
create index library_pictures_title_sort_index on library_pictures (title, id) include (created_at);
create index library_pictures_title_trgm on library_pictures using gin (title gin_trgm_ops) ${SHORT_LIST};
${updatedAtTrigger("library_pictures")}
`,
  },
};
