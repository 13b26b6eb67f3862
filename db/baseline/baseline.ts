import { Migration } from "@mikro-orm/migrations";
import { ACCESS } from "./access";
import { ADVERTISING } from "./advertising";
import { ARTICLES } from "./articles";
import { BACK_OFFICE } from "./back-office";
import { BILLING } from "./billing";
import { CALLS } from "./calls";
import { FUNCTIONS } from "./functions";
import { INSTRUMENTS } from "./instruments";
import { MAILS } from "./mails";
import { MARKETS } from "./markets";
import { MEMBER_IMPORTS } from "./member-imports";
import { MEMBERS } from "./members";
import type { Subject } from "./parts";
import { PICTURES } from "./pictures";
import { PRICES } from "./prices";
import { RECOMMENDATIONS } from "./recommendations";
import { ROWS } from "./rows";
import { SESSIONS } from "./sessions";
import { SITE } from "./site";
import { STAFF } from "./staff";
import { STATISTICS } from "./statistics";
import { TRACK_RECORD } from "./track-record";

const EXTENSIONS = ["pg_trgm", "unaccent", "citext"];

/** In the order in which their tables may refer to each other. */
const SUBJECTS: readonly Subject[] = [
  ...[FUNCTIONS, PICTURES, MEMBERS, STAFF, SESSIONS, BILLING, ACCESS],
  ...[INSTRUMENTS, PRICES, MARKETS, ARTICLES, RECOMMENDATIONS, CALLS, TRACK_RECORD],
  ...[ADVERTISING, MAILS, BACK_OFFICE, MEMBER_IMPORTS, STATISTICS, SITE],
];

const tables = SUBJECTS.flatMap((subject) => Object.entries(subject.tables));
const functions = SUBJECTS.flatMap((subject) => Object.entries(subject.functions));
const names = (entries: readonly (readonly [name: string, text: string])[]) =>
  entries.map(([name]) => name).join(", ");

/** Creates everything in an empty database. The schema of later migrations is in their files. */
export class Baseline extends Migration {
  override up(): void {
    for (const name of EXTENSIONS) this.addSql(`create extension if not exists ${name}`);
    // Triggers need their functions, whose bodies name tables that do not exist yet.
    this.addSql("set local check_function_bodies = off");
    for (const [, text] of [...functions, ...tables]) this.addSql(text);
    this.addSql("set local check_function_bodies = on");
    for (const row of ROWS) this.addSql(row);
    // A restore and later migrations change these tables in the same transaction, which a waiting trigger forbids.
    for (const when of ["immediate", "deferred"]) this.addSql(`set constraints all ${when}`);
  }

  /** The extensions stay: others may use them, and they may have been there before. */
  override down(): void {
    this.addSql(`drop table ${names(tables)}`);
    this.addSql(`drop function ${names(functions)}`);
  }
}
