import { startBalancer } from "tests/support/balancer";
import { startFakePayPal } from "tests/support/fake-paypal";
import { openQueries, queryOnce } from "tests/support/postgres";
import { runCommand } from "tests/support/server-process";
import { startSmtpSink } from "tests/support/smtp-sink";
import { addBuyers } from "../buyers";
import type { Cluster } from "../cluster/cluster";
import { sleep, timeRequest, timeUntil } from "../load";
import { signIn } from "../people";
import { type Run, type Site, startReady } from "../site";
import { MailWatch } from "./mails";
import type { Measured } from "./outcomes";
import { type Balance, balance, KINDS, type Kind, kindsAway, type Write } from "./record";
import { Traffic } from "./traffic";

/** What a play does while people use the site. @param found further measurements, to add to */
export type Action = (cluster: Cluster, found: Pick<Measured, "strayWrites">) => Promise<void>;

/** One every two seconds, until the end of the longest play. */
const BUYERS = 60;
const BEFORE_MS = 5_000;
const AFTER_MS = 8_000;
const BACK_WITHIN_MS = 120_000;
const VERIFY_TRIES = 5;

/** The keys of the rows that a play wrote, by its prefix. */
const PRESENT: Record<Kind, (prefix: string) => [sql: string, value: string]> = {
  publication: (prefix) => ["select title as key from news where title like ?", `${prefix} article %`],
  registration: (prefix) => [
    "select email as key from members where email like ?",
    `${prefix.toLowerCase()}person%`,
  ],
  purchase: (prefix) => [
    `select m.email as key from payments p join members m on m.id = p.member_id
      where p.status = 'COMPLETED' and m.email like ?`,
    `${prefix.toLowerCase()}buyer%`,
  ],
  ledger: (prefix) => [
    "select c.symbol as key from calls c join call_events e on e.call_id = c.id where e.kind = 'opened' and c.symbol like ?",
    `${prefix}N%`,
  ],
};

/** Two instances on the cluster, and what has been confirmed by them so far. */
export class Stage {
  readonly writes: Write[] = [];
  private plays = 0;

  private constructor(
    private readonly cluster: Cluster,
    private readonly site: Site,
    private readonly pages: string,
    private readonly token: string,
    readonly mails: MailWatch,
  ) {}

  /** Both instances start at once on an empty database. */
  static async open(run: Run, cluster: Cluster): Promise<Stage> {
    const { cleanup } = run;
    const [front, sink, paypal] = await Promise.all([startBalancer(), startSmtpSink(), startFakePayPal()]);
    cleanup.defer(() => Promise.all([front.close(), sink.stop(), paypal.close()]));
    const env = {
      SMTP_URL: sink.url,
      ...paypal.env,
      PAYPAL_RECONCILE_SECONDS: "30",
      DATABASE_DIRECT_URL: cluster.url(),
      DATABASE_REPLICA_URL: cluster.replicaUrl(),
    };
    const add = async (more = {}) => {
      const instance = await startReady(run, cluster.url(), { ...env, ...more });
      front.add(instance.url);
      return instance;
    };
    const instances = await Promise.all([add(), add()]);
    const queries = openQueries(cluster.url());
    cleanup.defer(() => queries.close());
    const pages = await cluster.startSiteProxy(instances.map(({ url }) => url));
    const site = { databaseUrl: cluster.url(), queries, instances, front, sink, paypal, add };
    const { token } = await signIn(instances[0].url, "admin@demo.test", "staff");
    return new Stage(cluster, site, pages, token, new MailWatch(sink));
  }

  /** Plays it while people use the site. */
  async play(action: Action): Promise<Measured> {
    this.plays += 1;
    const prefix = `P${this.plays}`;
    const names = Array.from({ length: BUYERS }, (_, nth) => `${prefix.toLowerCase()}buyer${nth}`);
    const buyers = await addBuyers(this.site, names);
    const { instances } = this.site;
    const traffic = new Traffic({ instances, front: this.pages, token: this.token, buyers, prefix });
    try {
      await sleep(BEFORE_MS);
      const absent = await kindsStillAway(traffic, 0);
      if (absent.length > 0) throw new Error(`before the fault nobody could write: ${absent.join(", ")}`);
      const found: Pick<Measured, "strayWrites"> = {};
      await action(this.cluster, found);
      const missing: string[] = await kindsStillAway(traffic, performance.now());
      await sleep(AFTER_MS);
      await traffic.stop();
      this.writes.push(...traffic.writes);
      await this.cluster.settle();
      if (!(await this.becomeReady())) missing.push("an instance");
      return { ...(await this.measure(traffic, prefix)), ...found, missing };
    } finally {
      await traffic.stop();
    }
  }

  private async becomeReady(): Promise<boolean> {
    const ready = async () => {
      const replies = await Promise.all(this.site.instances.map(({ url }) => timeRequest(`${url}/readyz`)));
      return replies.every(({ status }) => status === 200);
    };
    return (await timeUntil(ready, { within: BACK_WITHIN_MS })) !== undefined;
  }

  private async measure(traffic: Traffic, prefix: string): Promise<Omit<Measured, "missing">> {
    const { writes, visits, requests, sightings } = traffic;
    const balances = {} as Record<Kind, Balance>;
    for (const kind of KINDS) {
      const [sql, value] = PRESENT[kind](prefix);
      const rows = await queryOnce<{ key: string }>(this.cluster.url(), sql, [value]);
      balances[kind] = balance(
        writes,
        kind,
        rows.map(({ key }) => key),
      );
    }
    const ledgerHolds = await this.verifyLedger();
    const bothAlive = this.site.instances.every(
      ({ process: child }) => child.exitCode === null && child.signalCode === null,
    );
    return { writes, balances, visits, requests, sightings, ledgerHolds, bothAlive };
  }

  /** Again if it could not read the database, as on a busy machine. */
  private async verifyLedger(): Promise<boolean> {
    let output = "";
    for (let tries = 0; tries < VERIFY_TRIES && !output.includes("The ledger"); tries += 1)
      ({ output } = await runCommand(this.cluster.url(), "verify-ledger"));
    return output.includes("The ledger is unchanged");
  }
}

/** Waits until each kind of write has been confirmed since then. @returns the kinds that have not */
async function kindsStillAway({ writes }: Traffic, since: number): Promise<Kind[]> {
  const away = () => kindsAway(writes, since, BUYERS);
  await timeUntil(async () => away().length === 0, { within: BACK_WITHIN_MS });
  return away();
}
