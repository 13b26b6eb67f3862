import { Migration } from "@mikro-orm/migrations";

/** Pictures that wait for a refused form to be sent again. No page shows them, so no trigger tells of them. */
export class Migration20261122050000_pending_pictures extends Migration {
  override up(): void {
    this.addSql(`
      create table pending_pictures (
        id uuid not null default gen_random_uuid() primary key,
        created_at timestamptz(3) not null default now(),
        owner_kind text not null
          constraint pending_pictures_owner_kind_check check (owner_kind in ('staff', 'member')),
        owner_id uuid not null,
        form text not null
          constraint pending_pictures_form_length check (char_length(form) >= 1 and char_length(form) <= 200),
        width int not null
          constraint pending_pictures_width_range check (width >= 1 and width <= 20000),
        height int not null
          constraint pending_pictures_height_range check (height >= 1 and height <= 20000),
        byte_size int not null
          constraint pending_pictures_byte_size_range check (byte_size > 0),
        widths int[] not null
          constraint pending_pictures_widths_range
          check (cardinality(widths) >= 1 and cardinality(widths) <= 10)
      )
    `);
    this.addSql(
      "create index pending_pictures_owner_id_created_at_index on pending_pictures (owner_id, created_at)",
    );
    this.addSql("create index pending_pictures_created_at_index on pending_pictures (created_at)");
  }

  override down(): void {
    this.addSql("drop table pending_pictures");
  }
}
