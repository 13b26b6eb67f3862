import { Migration } from "@mikro-orm/migrations";

/** The mailbox of returned emails is read from where it was left. */
export class ReportMailbox extends Migration {
  override up(): void {
    this.addSql(`
create table report_mailbox (
  one int not null primary key constraint report_mailbox_one check (one = 1),
  uid_validity text constraint report_mailbox_uid_validity_length
    check (char_length(uid_validity) >= 1 and char_length(uid_validity) <= 40),
  last_uid double precision not null default 0,
  tried_uid double precision,
  tries int not null default 0 constraint report_mailbox_tries_range check (tries >= 0),
  read_at timestamptz(3)
)`);
    this.addSql("insert into report_mailbox (one) values (1)");
  }

  override down(): void {
    this.addSql("drop table report_mailbox");
  }
}
