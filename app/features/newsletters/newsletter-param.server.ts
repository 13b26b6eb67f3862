import { NEWSLETTERS, type Newsletter } from "db/entities/newsletter";
import { literal } from "db/sql";

/** A newsletter as a value of a statement. */
export const newsletterParam = literal(NEWSLETTERS as readonly [Newsletter, ...Newsletter[]]);
