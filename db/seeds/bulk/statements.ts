import { links, registrations, sessions } from "./accounts";
import { adCounts, ads, banners, library } from "./advertising";
import type { BulkKind } from "./arguments";
import { alerts, briefs, news, videos } from "./articles";
import { calls } from "./calls";
import { instruments, prices } from "./instruments";
import { locks } from "./locks";
import { movers, picks, quotes } from "./markets";
import { coupons, gifts, members, payments, referrals, trials } from "./membership";
import { bin, changes, limits, mails } from "./records";
import type { Statement } from "./statement";

export const STATEMENTS: Record<BulkKind, Statement> = {
  ...{ members, registrations, links, sessions, payments, gifts, trials, referrals },
  ...{ news, briefs, picks, alerts, videos, quotes, movers, calls },
  ...{ instruments, prices, locks },
  ...{ coupons, ads, "ad-counts": adCounts, banners, library, mails, changes, bin, limits },
};
