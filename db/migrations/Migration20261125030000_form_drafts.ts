import { Migration } from "@mikro-orm/migrations";

/** What staff type into a long form outlives the window it is typed in. */
export class Migration20261125030000_form_drafts extends Migration {
  override up(): void {
    this.addSql(`create table form_drafts (
      staff_id uuid not null constraint form_drafts_staff_id_foreign references staff
        on update cascade on delete cascade,
      form text not null constraint form_drafts_form_length
        check (char_length(form) >= 1 and char_length(form) <= 200),
      typed jsonb null constraint form_drafts_typed_size check (octet_length(typed::text) <= 4000000),
      writer uuid not null,
      record_version int not null constraint form_drafts_record_version_range check (record_version >= 0),
      revision int not null default 1 constraint form_drafts_revision_range check (revision >= 1),
      saved_at timestamptz(3) not null default now(),
      primary key (staff_id, form)
    )`);
    this.addSql("create index form_drafts_saved_at_index on form_drafts (saved_at)");
  }

  override down(): void {
    this.addSql("drop table form_drafts");
  }
}
