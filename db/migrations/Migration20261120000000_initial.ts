import { Migration } from "@mikro-orm/migrations";
import { ADS, BANNERS, DAILY_BRIEFS, NEWS, VIDEOS } from "../initial/articles";
import { MOVERS, QUOTES, STOCK_PICKS, TRADE_ALERTS } from "../initial/markets";
import { ORDERS, PACKAGES, PAYMENTS, REFERRALS } from "../initial/membership";
import { IMAGES, MEMBERS, SESSIONS, SINGLE_USE_TOKENS, STAFF } from "../initial/people";
import { CHANGES, MAILS, RATE_LIMITS } from "../initial/records";
import { TRIGGERS } from "../initial/triggers";

const EXTENSIONS = ["pg_trgm", "unaccent", "citext"];

/** The tables in an order in which each may refer to those before it. */
const TABLES = [
  ...[IMAGES, MEMBERS, STAFF, SESSIONS, SINGLE_USE_TOKENS],
  ...[PACKAGES, ORDERS, PAYMENTS, REFERRALS],
  ...[DAILY_BRIEFS, NEWS, VIDEOS, ADS, BANNERS],
  ...[STOCK_PICKS, TRADE_ALERTS, QUOTES, MOVERS],
  ...[MAILS, CHANGES, RATE_LIMITS],
];

export class Migration20261120000000_initial extends Migration {
  override up(): void {
    for (const name of EXTENSIONS) this.addSql(`create extension if not exists ${name}`);
    for (const statements of [...TABLES, ...TRIGGERS]) this.addSql(statements);
  }

  /** The extensions stay: others may use them, and they may have been there before. */
  override down(): void {
    this.addSql(`
      drop table rate_limits, changes, mails, movers, quotes, trade_alerts, stock_picks, banners, ads, videos,
        news, daily_briefs, referrals, payments, orders, packages, single_use_tokens, sessions, staff, members,
        images
    `);
    this.addSql("drop function notify_content_change(), set_updated_at()");
  }
}
