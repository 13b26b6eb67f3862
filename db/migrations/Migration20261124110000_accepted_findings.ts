import { Migration } from "@mikro-orm/migrations";

/** What staff looked at where money and access differ and left as it is, and the payments whose access still runs. */
export class Migration20261124110000_accepted_findings extends Migration {
  override up(): void {
    this.addSql(`create table accepted_findings (
      id uuid not null default gen_random_uuid() primary key,
      created_at timestamptz(3) not null default now(),
      kind text not null check (kind in ('paid without access', 'captured, not recorded', 'access without payment', 'paid twice')),
      subject text not null,
      member_id uuid not null constraint accepted_findings_member_id_foreign references members
        on update cascade on delete cascade,
      staff_id uuid null constraint accepted_findings_staff_id_foreign references staff
        on update cascade on delete set null,
      staff_name text not null,
      constraint accepted_findings_subject_length check (char_length(subject) >= 1 and char_length(subject) <= 200),
      constraint accepted_findings_staff_name_length check (char_length(staff_name) >= 1 and char_length(staff_name) <= 200),
      constraint accepted_findings_kind_subject_unique unique (kind, subject)
    )`);
    for (const column of ["member_id", "staff_id"])
      this.addSql(`create index accepted_findings_${column}_index on accepted_findings (${column})`);
    this.addSql(`create index payments_running_index on payments (expires_at) include (member_id, tier)
      where status = 'COMPLETED' and refunded_at is null`);
    this.addSql(`create index orders_captured_in_vain_index on orders (updated_at, id)
      where status = 'failed' and last_error like 'Captured, but %'`);
  }

  override down(): void {
    for (const index of ["orders_captured_in_vain_index", "payments_running_index"])
      this.addSql(`drop index ${index}`);
    this.addSql("drop table accepted_findings");
  }
}
