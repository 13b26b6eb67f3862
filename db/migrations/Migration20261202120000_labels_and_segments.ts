import { Migration } from "@mikro-orm/migrations";
import { EDITED_COLUMNS, ID_AND_CREATED, updatedAtTrigger } from "../baseline/parts";

const length = (table: string, column: string, least: number, most: number) =>
  `constraint ${table}_${column}_length check (char_length(${column}) >= ${least} and char_length(${column}) <= ${most})`;

/** Members have labels; filters of their list are saved as segments; one change is made to many of them. */
export class LabelsAndSegments extends Migration {
  override up(): void {
    this.addSql("alter table imported_members add column label_ids jsonb");
    this.addSql("alter table members add column gets_messages boolean not null default true");
    this.addSql(`
create table segments (
  ${EDITED_COLUMNS},
  name text not null ${length("segments", "name", 1, 60)},
  name_key text not null constraint segments_name_key_unique unique ${length("segments", "name_key", 1, 1200)},
  search text not null ${length("segments", "search", 1, 1000)}
)`);
    this.addSql(updatedAtTrigger("segments"));
    this.addSql(`
create table labels (
  ${ID_AND_CREATED},
  name text not null ${length("labels", "name", 1, 40)},
  name_key text not null constraint labels_name_key_unique unique ${length("labels", "name_key", 1, 1200)},
  segment_id uuid constraint labels_segment_id_foreign references segments on update cascade on delete set null,
  kept_at timestamptz(3),
  tried_at timestamptz(3),
  kept_to uuid,
  ended_at timestamptz(3),
  merged_into_id uuid constraint labels_merged_into_id_foreign references labels on update cascade on delete set null
)`);
    this.addSql("create index labels_segment_id_index on labels (segment_id)");
    this.addSql("create index labels_merged_into_id_index on labels (merged_into_id)");
    this.addSql("create index labels_ended_at_index on labels (ended_at)");
    this.addSql(`
create table member_labels (
  member_id uuid not null
    constraint member_labels_member_id_foreign references members on update cascade on delete cascade,
  label_id uuid not null
    constraint member_labels_label_id_foreign references labels on update cascade on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (member_id, label_id)
)`);
    this.addSql("create index member_labels_label_id_member_id_index on member_labels (label_id, member_id)");
    this.addSql(`
create table member_batches (
  ${ID_AND_CREATED},
  staff_id uuid constraint member_batches_staff_id_foreign references staff on update cascade on delete set null,
  staff_name text not null ${length("member_batches", "staff_name", 1, 200)},
  kind text not null constraint member_batches_kind_check
    check (kind in ('add-label', 'remove-label', 'mail', 'end-access', 'export')),
  search text constraint member_batches_search_length check (char_length(search) <= 6000),
  position text ${length("member_batches", "position", 1, 200)},
  label_id uuid constraint member_batches_label_id_foreign references labels on update cascade on delete set null,
  label_name text ${length("member_batches", "label_name", 1, 40)},
  subject text ${length("member_batches", "subject", 1, 150)},
  body text ${length("member_batches", "body", 1, 10000)},
  state text not null default 'listing' constraint member_batches_state_check
    check (state in ('listing', 'asking', 'running', 'done', 'cancelled')),
  reason text ${length("member_batches", "reason", 1, 300)},
  total int not null default 0,
  done int not null default 0,
  same int not null default 0,
  changed int not null default 0,
  left_out int not null default 0,
  touched_at timestamptz(3) not null default now()
)`);
    this.addSql("create index member_batches_staff_id_index on member_batches (staff_id)");
    this.addSql("create index member_batches_label_id_index on member_batches (label_id)");
    this.addSql("create index member_batches_touched_at_index on member_batches (touched_at)");
    this.addSql(`
create table batch_members (
  batch_id uuid not null
    constraint batch_members_batch_id_foreign references member_batches on update cascade on delete cascade,
  member_id uuid not null
    constraint batch_members_member_id_foreign references members on update cascade on delete cascade,
  member_version int not null,
  outcome text constraint batch_members_outcome_check check (outcome in ('done', 'same', 'changed', 'left-out')),
  created_at timestamptz(3) not null default now(),
  primary key (batch_id, member_id)
)`);
    this.addSql("create index batch_members_member_id_index on batch_members (member_id)");
    this.addSql("create index batch_members_created_at_index on batch_members (created_at)");
    this.addSql(
      "create index batch_members_waiting_index on batch_members (batch_id, member_id) where outcome is null",
    );
  }

  override down(): void {
    for (const table of ["batch_members", "member_batches", "member_labels", "labels", "segments"])
      this.addSql(`drop table ${table}`);
    this.addSql("alter table members drop column gets_messages");
    this.addSql("alter table imported_members drop column label_ids");
  }
}
