import { Migration } from "@mikro-orm/migrations";

/** Pictures whose files are to go. A row of `images` takes its picture out of them, and puts it back when it is deleted. */
export class Migration20261122160400_picture_removals extends Migration {
  override up(): void {
    this.addSql(`
      create table picture_removals (
        id uuid not null default gen_random_uuid() primary key,
        created_at timestamptz(3) not null default now()
      )
    `);
    this.addSql("create index picture_removals_created_at_index on picture_removals (created_at)");
    this.addSql(`
      create function keep_pictures() returns trigger language plpgsql as $$
      begin
        delete from picture_removals using kept where picture_removals.id = kept.id;
        return null;
      end $$
    `);
    this.addSql(`
      create function plan_picture_removals() returns trigger language plpgsql as $$
      begin
        insert into picture_removals (id) select id from gone on conflict do nothing;
        return null;
      end $$
    `);
    this.addSql(`create trigger images_kept after insert on images
                   referencing new table as kept for each statement execute function keep_pictures()`);
    this.addSql(`create trigger images_gone after delete on images
                   referencing old table as gone for each statement execute function plan_picture_removals()`);
  }

  override down(): void {
    this.addSql("drop trigger images_gone on images");
    this.addSql("drop trigger images_kept on images");
    this.addSql("drop function plan_picture_removals()");
    this.addSql("drop function keep_pictures()");
    this.addSql("drop table picture_removals");
  }
}
