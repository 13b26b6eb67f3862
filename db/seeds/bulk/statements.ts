import type { BulkKind } from "./arguments";
import { alerts, briefs, news, videos } from "./articles";
import { movers, picks, quotes } from "./markets";
import { members, payments } from "./membership";
import type { Statement } from "./statement";

export const STATEMENTS: Record<BulkKind, Statement> = {
  members,
  payments,
  news,
  briefs,
  picks,
  alerts,
  videos,
  quotes,
  movers,
};
