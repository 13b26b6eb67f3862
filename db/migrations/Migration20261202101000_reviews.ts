import { Migration } from "@mikro-orm/migrations";

/** Drafts are marked as ready, commented on and approved. */
export class Reviews extends Migration {
  override up(): void {
    this.addSql(`
create table review_entries (
  id uuid not null default gen_random_uuid() primary key,
  created_at timestamptz(3) not null default now(),
  kind text not null
    constraint review_entries_kind_length check (char_length(kind) >= 1 and char_length(kind) <= 50),
  record_id uuid not null,
  what text not null constraint review_entries_what_check check (what in ('ready', 'approval', 'comment')),
  version int not null constraint review_entries_version_range check (version >= 1),
  of_copy boolean not null default false,
  body text constraint review_entries_body_length check (char_length(body) >= 1 and char_length(body) <= 2000),
  mentions uuid[] not null default '{}',
  staff_id uuid
    constraint review_entries_staff_id_foreign references staff (id) on update cascade on delete set null,
  staff_name text not null
    constraint review_entries_staff_name_length check (char_length(staff_name) >= 1 and char_length(staff_name) <= 200),
  binned_id uuid
    constraint review_entries_binned_id_foreign references binned_records (id) on update cascade on delete cascade,
  constraint review_entries_words check ((what = 'comment') = (body is not null))
)`);
    this.addSql(
      "create index review_entries_kind_record_id_created_at_id_index on review_entries (kind, record_id, created_at, id)",
    );
    this.addSql("create index review_entries_staff_id_index on review_entries (staff_id)");
    this.addSql("create index review_entries_binned_id_index on review_entries (binned_id)");
    this.addSql(
      "create index review_entries_mentions_index on review_entries (created_at) where mentions <> '{}'::uuid[]",
    );
    this.addSql(
      "create unique index review_entries_ready on review_entries (kind, record_id) where what = 'ready'",
    );
    this.addSql(
      "create unique index review_entries_approval on review_entries (kind, record_id, of_copy, version, staff_id) where what = 'approval'",
    );
  }

  override down(): void {
    this.addSql("drop table review_entries");
  }
}
