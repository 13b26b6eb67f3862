import { Migration } from "@mikro-orm/migrations";

/**
 * What a text is found by: every part of its words that goes on to the word's end, of three letters or more, its first twelve. So each part
 * of a word begins one of them. Words are what stands between signs and blanks of ASCII; `partsQuery` says the same. Longer texts than these
 * have a sign instead: more would not go into a `tsvector`, and what has it is compared.
 */
export const SEARCH_PARTS = `create function search_parts(words text) returns tsvector
  language sql immutable strict parallel safe cost 10000
  return case when octet_length(words) > 60000 then array_to_tsvector(array['-']) else array_to_tsvector(array(
    select substr(word, start, 12)
      from (select distinct word
              from regexp_split_to_table(lower(words), '[\\x01-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7f]+') as word) as words
     cross join lateral generate_series(1, length(word) - 2) as start)) end`;

const TEXTS = [
  ["news", "content"],
  ["daily_briefs", "analysis"],
  ["trade_alerts", "analysis"],
  ["videos", "caption"],
] as const;

/**
 * Texts are searched by an index that no text is read for. While one is made nobody writes its table; readers go on. A million articles of
 * 500 letters take some four minutes. No statistics are kept of it: each row's text would be taken apart for them.
 */
export class Migration20261128190000_parts_of_texts extends Migration {
  override up(): void {
    this.addSql(SEARCH_PARTS);
    for (const [table, column] of TEXTS) {
      this.addSql(`create index ${table}_${column}_parts on ${table} using gin (search_parts(${column}))
        with (gin_pending_list_limit = 256)`);
      this.addSql(`alter index ${table}_${column}_parts alter column 1 set statistics 0`);
    }
  }

  override down(): void {
    for (const [table, column] of TEXTS) this.addSql(`drop index ${table}_${column}_parts`);
    this.addSql("drop function search_parts(text)");
  }
}
