import { ACCOUNT_DATA, MEMBER_DATA } from "./account-data.server";
import type { Held } from "./held.server";
import { MONEY_DATA } from "./money-data.server";
import { TRACES_DATA } from "./traces-data.server";

/**
 * Everything that is kept about a member, in one table: where, what for and how long (its topic), what the export has of it, and what the
 * deletion of the account does. The export, the deletion and the privacy page are made of it. A test compares it with the database: a column
 * that can hold personal data fails there until it is entered here, or declared as not personal (`other-columns.rules`). The deletion goes
 * through it in this order.
 */
export const HELD_DATA: readonly Held[] = [...TRACES_DATA, ...MONEY_DATA, ...ACCOUNT_DATA, MEMBER_DATA];
