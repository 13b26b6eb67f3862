import { em, migrate, startOrm, stopOrm } from "db/orm.server";
import { UnfitDatabaseError } from "db/unfit-database";
import { hashPassword } from "~/auth/password-hash.server";
import { recordPastCalls } from "~/features/calls/demo-ledger.server";
import { config } from "~/platform/config.server";
import { keepPicture, preparePicture, storePicture } from "~/platform/pictures/pictures.server";

const NOT_A_DEMO =
  "it belongs to a real site, and a demo shows its emails to everybody: set NODE_ENV=production, or DEMO=0";

/** Printed at the demo's start; the accounts are defined in db/demo. */
export function demoAccountLines(): string[] {
  return [
    "",
    "Demo accounts, all @demo.test with the password Openbell-demo-2026:",
    "  staff    superadmin, admin, editor",
    "  members  basic, premium, private, pending, lapsed",
  ];
}

/**
 * Fills an empty database with demo content; leaves others unchanged.
 * @throws UnfitDatabaseError for a real site's database: `npm start` runs a demo by default, even on a
 * restored database
 */
export async function seedIfEmpty(now: Date): Promise<void> {
  const { isEmpty, isRealSite, seedDemo } = await import("db/demo/seed.server");
  if (await isRealSite()) throw new UnfitDatabaseError(NOT_A_DEMO);
  if (!(await isEmpty())) return addMissingPrices(now);
  const began = performance.now();
  await seedDemo({
    now,
    hashPassword,
    recordCalls: recordPastCalls,
    storePicture: async (input) => {
      // Inserted together, because several parts depend on them.
      const prepared = await preparePicture(input, "quick");
      await storePicture(prepared);
      const manager = em();
      keepPicture(manager, prepared);
      await manager.flush();
      return { id: prepared.id };
    },
    report: () => {},
  });
  console.log(`Demo content  ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** Adds daily prices to an older demo. */
async function addMissingPrices(now: Date): Promise<void> {
  const { addMissingDemoPrices } = await import("db/demo/prices.server");
  const added = await addMissingDemoPrices(now);
  if (added > 0) console.log(`Demo prices   ${added} days`);
}

/** Without this confirmation a real site is left unchanged. */
const ON_A_REAL_SITE = "--on-a-real-site";

/** `npm run seed -- --members 100000 …`: any number of rows, to try the product at scale. */
export async function seed(args: string[]): Promise<void> {
  const { parseCounts, seedBulk } = await import("db/seeds/bulk.server");
  const { isRealSite } = await import("db/demo/seed.server");
  const parsed = parseCounts(args.filter((word) => word !== ON_A_REAL_SITE));
  if ("problem" in parsed) {
    console.error(parsed.problem);
    process.exit(64);
  }
  await startOrm({ url: config().databaseDirectUrl, timeZone: config().siteTz });
  try {
    if (!args.includes(ON_A_REAL_SITE) && (await isRealSite())) {
      console.error(
        `This database belongs to a live site. To add sample rows anyway, use ${ON_A_REAL_SITE}.`,
      );
      process.exitCode = 78;
      return;
    }
    await migrate();
    await seedBulk({ ...parsed.counts, now: new Date(), report: (line: string) => console.log(line) });
  } finally {
    await stopOrm();
  }
}
