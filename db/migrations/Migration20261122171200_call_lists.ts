import { Migration } from "@mikro-orm/migrations";

const trigram = (column: string) =>
  `calls_${column}_trgm on calls using gin (${column} gin_trgm_ops) with (gin_pending_list_limit = 256)`;

const INDEXES = [
  "calls_state_made_at_id_index on calls (state, made_at, id)",
  "calls_kind_made_at_id_index on calls (kind, made_at, id)",
  trigram("symbol"),
  trigram("name"),
];

/** What the back-office's list of calls is narrowed by and searched in. */
export class Migration20261122171200_call_lists extends Migration {
  override up(): void {
    for (const index of INDEXES) this.addSql(`create index ${index}`);
  }

  override down(): void {
    for (const index of INDEXES) this.addSql(`drop index ${index.split(" ")[0]}`);
  }
}
