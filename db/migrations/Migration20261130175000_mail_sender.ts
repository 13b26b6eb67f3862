import { Migration } from "@mikro-orm/migrations";

const TABLE = "mails";

const CHECKS = {
  mails_sender_name_length: "char_length(sender_name) >= 1 and char_length(sender_name) <= 60",
  mails_sender_address_length: "char_length(sender_address) >= 3 and char_length(sender_address) <= 254",
  mails_whole_sender: "(sender_name is null) = (sender_address is null)",
};

/** An email can have a sender of its own, as newsletters have. */
export class MailSender extends Migration {
  override up(): void {
    this.addSql(`alter table ${TABLE} add column sender_name text, add column sender_address text`);
    for (const [name, expression] of Object.entries(CHECKS)) {
      this.addSql(`alter table ${TABLE} add constraint ${name} check (${expression}) not valid`);
      this.addSql(`alter table ${TABLE} validate constraint ${name}`);
    }
  }

  override down(): void {
    this.addSql(`alter table ${TABLE} drop column sender_name, drop column sender_address`);
  }
}
