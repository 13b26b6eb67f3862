import { Migration } from "@mikro-orm/migrations";
import { containsIndex, orderIndex, sortIndex } from "../columns";

const INDEXES = [
  orderIndex({ table: "changes", name: "resource_created_at_id", order: "resource, created_at, id" }),
  sortIndex("ads", "category", "status, created_at"),
  sortIndex("ads", "position", "category, status, created_at"),
  sortIndex("banners", "title", "created_at"),
  containsIndex("banners", "url"),
];

/** The newest changes of each screen, and the orders and searches of what is rarely many. */
export class Migration20261122130200_changes_and_ads extends Migration {
  override up(): void {
    for (const { expression } of INDEXES) this.addSql(expression);
  }

  override down(): void {
    for (const { name } of INDEXES) this.addSql(`drop index ${name}`);
  }
}
