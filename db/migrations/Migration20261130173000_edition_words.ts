import { Migration } from "@mikro-orm/migrations";

/** An edition that nobody wrote words for is sent with those that its record has then. A digest knows what it lists. */
export class EditionWords extends Migration {
  override up(): void {
    this.addSql(
      "alter table editions add column follows_record boolean not null default false, add column listed uuid[]",
    );
  }

  override down(): void {
    this.addSql("alter table editions drop column follows_record, drop column listed");
  }
}
