import { Migration } from "@mikro-orm/migrations";

const BEFORE = ["site", "seller", "links", "reading"];
const TEXTS = ["about", "contact", "privacy", "terms", "disclaimer"];

const withSections = (sections: readonly string[]) => `
alter table site_settings drop constraint site_settings_section_check,
  add constraint site_settings_section_check check (section in (${sections.map((section) => `'${section}'`).join(", ")}))`;

/** As the migration "site_settings" made the others. */
const ROW = `
insert into site_settings (id, created_at, updated_at, section, chosen)
values (md5('settings of prices')::uuid, timestamptz '2026-11-24 00:00:00Z', timestamptz '2026-11-24 00:00:00Z', 'prices', '{}')`;

/** How far from the last known price a new one may be before staff are asked about it, by kind of instrument. */
export class Migration20261128110000_price_bounds extends Migration {
  override up(): void {
    this.addSql(withSections([...BEFORE, "prices", ...TEXTS]));
    this.addSql(ROW);
  }

  override down(): void {
    this.addSql("delete from site_settings where section = 'prices'");
    this.addSql(withSections([...BEFORE, ...TEXTS]));
  }
}
