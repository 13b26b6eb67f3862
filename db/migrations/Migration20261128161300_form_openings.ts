import { Migration } from "@mikro-orm/migrations";

/** Whoever opens a form is told who else has it open. */
export class Migration20261128161300_form_openings extends Migration {
  override up(): void {
    this.addSql(`create table form_openings (
      staff_id uuid not null constraint form_openings_staff_id_foreign references staff
        on update cascade on delete cascade,
      form text not null constraint form_openings_form_length
        check (char_length(form) >= 1 and char_length(form) <= 200),
      opened_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      primary key (staff_id, form)
    )`);
    this.addSql("create index form_openings_form_expires_at_index on form_openings (form, expires_at)");
    this.addSql("create index form_openings_expires_at_index on form_openings (expires_at)");
  }

  override down(): void {
    this.addSql("drop table form_openings");
  }
}
