import { Migration } from "@mikro-orm/migrations";

/** Lists of the back-office remember how each person looks at them, and views of them have names. */
export class ListViews extends Migration {
  override up(): void {
    this.addSql(`
create table list_memories (
  staff_id uuid not null constraint list_memories_staff_id_foreign references staff on update cascade on delete cascade,
  list text not null constraint list_memories_list_length check (char_length(list) >= 1 and char_length(list) <= 100),
  search text not null
    constraint list_memories_search_length check (char_length(search) >= 1 and char_length(search) <= 6000),
  primary key (staff_id, list)
)`);
    this.addSql(`
create table list_views (
  id uuid not null default gen_random_uuid() primary key,
  list text not null constraint list_views_list_length check (char_length(list) >= 1 and char_length(list) <= 100),
  name text not null constraint list_views_name_length check (char_length(name) >= 1 and char_length(name) <= 60),
  search text not null constraint list_views_search_length check (char_length(search) <= 6000),
  owner_id uuid constraint list_views_owner_id_foreign references staff on update cascade on delete set null,
  private_to_id uuid
    constraint list_views_private_to_id_foreign references staff on update cascade on delete cascade,
  constraint list_views_private check (private_to_id = owner_id)
)`);
    this.addSql("create index list_views_list_index on list_views (list)");
    this.addSql("create index list_views_private_to_id_index on list_views (private_to_id)");
    this.addSql("create unique index list_views_name_unique on list_views (owner_id, list, lower(name))");
  }

  override down(): void {
    this.addSql("drop table list_views");
    this.addSql("drop table list_memories");
  }
}
