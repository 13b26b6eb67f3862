import { Migration } from "@mikro-orm/migrations";

/** The orders that somebody still has to ask the provider about, by their age: a few of all that there are. */
export class Migration20261122160200_unfinished_orders extends Migration {
  override up(): void {
    this.addSql(`
      create index orders_unfinished_index on orders (created_at, id) include (status, updated_at)
        where provider_order_id is not null and status in ('created', 'approved', 'capturing')
    `);
  }

  override down(): void {
    this.addSql("drop index orders_unfinished_index");
  }
}
