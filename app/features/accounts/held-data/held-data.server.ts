import { ACCOUNT_DATA, MEMBER_DATA } from "./account-data.server";
import type { DeclaredData } from "./declare-held-data.server";
import { FEEDS_DATA } from "./feeds-data.server";
import { MARKS_DATA } from "./marks-data.server";
import { MONEY_DATA } from "./money-data.server";
import { NEWSLETTERS_DATA } from "./newsletters-data.server";
import { PUSH_DATA } from "./push-data.server";
import { TRACES_DATA } from "./traces-data.server";

/**
 * All stored data about a member in one table: its place, its topic (purpose and retention), its export, and
 * its deletion. The export, the deletion and the privacy page are built from it. A test compares it with the
 * database: each column that can hold personal data must be entered here or declared as not personal
 * (`other-columns.rules`). The deletion follows this order.
 */
export const HELD_DATA: readonly DeclaredData[] = [
  ...TRACES_DATA,
  ...MONEY_DATA,
  ...MARKS_DATA,
  ...NEWSLETTERS_DATA,
  ...FEEDS_DATA,
  ...PUSH_DATA,
  ...ACCOUNT_DATA,
  MEMBER_DATA,
];
