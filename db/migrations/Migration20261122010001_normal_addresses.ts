import { Migration } from "@mikro-orm/migrations";

/** The form of an address as it was decided with this migration; later changes of the rule are migrations of their own. */
function normalForm(email: string): string {
  const lower = (text: string) =>
    [...text].map((letter) => (letter === "İ" ? "i" : letter.toLowerCase())).join("");
  const text = lower(lower(email).normalize("NFKC")).trim();
  const at = text.lastIndexOf("@");
  const host = text.slice(at + 1).replace(/\.$/, "");
  if (at === -1 || /[\s/\\?#:@%[\]]/.test(host) || !URL.canParse(`http://${host}`)) return text;
  const { hostname } = new URL(`http://${host}`);
  return `${text.slice(0, at)}@${/^[\d.]+$/.test(hostname) ? host : hostname}`;
}

type Row = { id: string; email: string };

/**
 * Addresses take their normal form, oldest account first. Where another account has that form already, the row stays
 * as it was typed: which of the two is whose is for staff to find out, and nothing may be merged by guessing.
 */
export class Migration20261122010001_normal_addresses extends Migration {
  override async up(): Promise<void> {
    for (const table of ["members", "staff"]) {
      const rows = await this.read(
        `select id, email from ${table} where email::text <> lower(email::text) or email::text !~ '^[ -~]*$'
            or email::text ~ '\\.$' order by created_at, id`,
      );
      for (const { id, email } of rows) await this.rename(table, id, email, normalForm(email));
    }
  }

  private async read(sql: string, values: string[] = []): Promise<Row[]> {
    return (await this.execute(sql, values)) as unknown as Row[];
  }

  private async rename(table: string, id: string, from: string, to: string): Promise<void> {
    if (from === to || to.length > 254) return;
    const renamed = await this.read(
      `update ${table} set email = ? where id = ?
          and not exists (select 1 from ${table} where email = ? and id <> ?) returning id, email`,
      [to, id, to, id],
    );
    if (renamed.length === 0 || table !== "members") return;
    // Who deletes an account deletes the mails to it, and they are found by their address.
    await this.execute("update mails set to_address = ? where to_address = ?", [to, from]);
  }

  /** What was typed is not known any more, and the normal form is an address, too. */
  override down(): void {}
}
