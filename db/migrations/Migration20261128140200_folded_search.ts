import { Migration } from "@mikro-orm/migrations";

/**
 * A text as it is compared when it was not found as it was typed: composed, without accents and apostrophes, in lower case; what joins
 * the parts of a ticker is a hyphen. With its words bound to the functions of now, so that no search path changes an index.
 */
export const SEARCH_FOLD = `create function search_fold(words text) returns text
  language sql immutable strict parallel safe
  return translate(
    lower(unaccent('unaccent'::regdictionary, normalize(translate(words, '''’‘ʼ\`´′', ''), NFKC))), './–‑''', '----')`;

const NAMES: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ["daily_briefs", ["company_name", "ticker", "author", "headline"]],
  ["trade_alerts", ["ticker", "name"]],
  ["stock_picks", ["ticker", "name"]],
  ["videos", ["title"]],
  ["news", ["title", "author"]],
  ["quotes", ["name"]],
  ["instruments", ["symbol", "name", "public_name"]],
  ["members", ["firstname", "lastname"]],
  ["library_pictures", ["title"]],
];

/** Names that are found however their accents and apostrophes are typed. */
export class Migration20261128140200_folded_search extends Migration {
  override up(): void {
    this.addSql(SEARCH_FOLD);
    for (const [table, columns] of NAMES) {
      for (const column of columns) {
        this.addSql(`create index ${table}_${column}_folded on ${table} using gin (search_fold(${column}) gin_trgm_ops)
          with (gin_pending_list_limit = 256)`);
      }
    }
  }

  override down(): void {
    for (const [table, columns] of NAMES) {
      for (const column of columns) this.addSql(`drop index ${table}_${column}_folded`);
    }
    this.addSql("drop function search_fold(text)");
  }
}
