import { Migration } from "@mikro-orm/migrations";

const CHECKS = [
  { table: "quotes", name: "quotes_range_order", rule: "low <= high", mend: "low = high, high = low" },
  {
    table: "stock_picks",
    name: "stock_picks_week_52_order",
    rule: "week_52_low <= week_52_high",
    mend: "week_52_low = week_52_high, week_52_high = week_52_low",
  },
  {
    table: "packages",
    name: "packages_tier_has_price",
    rule: "(price > 0) = (tier <> 'Basic')",
    mend: "tier = case when price = 0 then 'Basic' when name ~* 'private' then 'Private' else 'Premium' end",
  },
];

/**
 * The rules over several columns, for which two saves at the same moment were each right alone. What broke one is
 * mended first: figures the wrong way round change places, and a package's price decides its tier.
 */
export class Migration20261122060000_field_rules extends Migration {
  override up(): void {
    for (const { table, name, rule, mend } of CHECKS) {
      // Also keeps everybody else from writing until the check is there.
      this.addSql(`alter table ${table} disable trigger ${table}_updated_at`);
      this.addSql(`update ${table} set ${mend}, version = version + 1 where not (${rule})`);
      this.addSql(`alter table ${table} enable trigger ${table}_updated_at`);
      this.addSql(`alter table ${table} add constraint ${name} check (${rule})`);
    }
  }

  override down(): void {
    for (const { table, name } of CHECKS) this.addSql(`alter table ${table} drop constraint ${name}`);
  }
}
