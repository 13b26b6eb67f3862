import { perProcess } from "db/per-process";
import { type ChosenConfig, type ConfiguredSeller, type RecordPromise, withChosen } from "./chosen-config";
import { environmentSchema } from "./config-schema.server";
import { isLoopback } from "./loopback";
import { DEMO_MERCHANT, incompletePayPal, type PayPalConfig, payPalOf } from "./paypal-settings.server";
import { type PriceSourceKeys, priceSourceKeys, wrongPriceSourceKeys } from "./price-source-keys";
import { incompleteS3, type S3Settings, s3SettingsOf, unknownS3 } from "./storage/s3-settings.server";

/** The demo's signing secret. Production refuses it. */
const DEMO_SECRET = "openbell-demo-secret-openbell-demo-secret";

/** What the demo's receipts say under its name, so that it is seen where a seller's address stands. */
const DEMO_ADDRESS = ["1 Sample Row", "London EC3 0AA", "An invented address"];

/** Markets move every minute. A demo's figures are all of its start, or of the Friday before: it is looked at for days. In minutes. */
const STALE_AFTER = 60;
export const DEMO_STALE_AFTER = 5 * 24 * 60;

/** Long enough for a balancer that asks every second or two. A demo has none. */
const DRAIN_SECONDS = 5;

/** What the operator chose, checked. Built once at start by `readConfig`. */
export type Config = Readonly<{
  production: boolean;
  demo: boolean;
  port: number;
  host: string;
  /** Origin that links and cross-site checks go by, without a trailing slash. */
  publicUrl: string;
  /** The same without its scheme, as a `Host` header has it. */
  publicHost: string;
  databaseUrl: string;
  /** The database itself, where `databaseUrl` is a pooler in front of it; see `DatabaseAddresses`. */
  databaseDirectUrl: string;
  /** Where pages for many are read, if it has all that the database has. */
  databaseReplicaUrl?: string;
  dataDir: string;
  /** The store where pictures are kept; absent where they lie in `dataDir`. */
  uploadsS3?: S3Settings;
  sessionSecret: string;
  /** The secret before it, which opens what was sealed with it. */
  previousSessionSecret?: string;
  /** Who of the staff cannot work here without two-step sign-in; nobody in a demo. */
  twoStepFor: "superadmin" | "staff" | "nobody";
  siteName: string;
  siteTz: string;
  /** Who sells, as receipts name it; the address line by line, none where none is set. */
  seller: ConfiguredSeller;
  supportPhone: string;
  /** Where readers may write to, too. */
  supportEmail?: string;
  /** Address of the one analytics script; without it no page loads any. */
  analyticsSrc?: string;
  /** Where mail leaves; without it mails stay in the log of mails, which the demo inbox shows. */
  smtpUrl?: string;
  /** Who mails come from, where the operator says so; otherwise the site's name at an address of its host. */
  mailFrom?: string;
  /** Absent where nothing can be bought. */
  paypal?: PayPalConfig;
  /** Seconds between two looks at unfinished orders. */
  reconcileIntervalSeconds: number;
  /** Where this process itself is reached once it listens; the simulator's calls go there. */
  internalUrl?: string;
  /** How long to serve on while `/readyz` says no, before the server stops. */
  drainSeconds: number;
  /** How many times longer than usual to wait for the database: for one that is far away, or a slow machine. */
  databasePatience: number;
  /** How much memory finished pages may take. */
  pageCacheBytes: number;
  /** How many server processes share the port. */
  processes: number;
  /** Where the metrics are read, if not at the site's own port. */
  metricsPort?: number;
  /** What whoever reads them must show. Without it and a port of their own nobody can. */
  metricsToken?: string;
  /** How long a cache in front of the site may keep visitors' pages; 0 where there is none. */
  cdnSeconds: number;
  /** Whether briefs, picks and alerts are published only with what their author holds. */
  disclosureRequired: boolean;
  /** Whether members who pay see one advertisement where others see more. */
  fewerAdsForMembers: boolean;
  /** The instrument that calls are compared with. */
  benchmarkSymbol: string;
  /** How many days after its end was known a call is public; absent for never. */
  trackRecordDays?: number;
  /** A quote as old as this is marked as stale. */
  staleAfterMinutes: number;
  /** What the record has promised under other delays; absent where the delay was never changed. */
  recordPromise?: RecordPromise;
  /** How prices may be fetched. `privateNetworks`: also from where the open internet does not reach. */
  priceSources: Readonly<{ keys: PriceSourceKeys; privateNetworks: boolean }>;
  /** How many friends earn a member days within twelve months; absent where there is no limit. */
  referralRewardsPerYear?: number;
  trustProxy: boolean;
  corsOrigins: readonly string[];
  logLevel: string;
}>;

/**
 * Reads the environment.
 * @returns the configuration, or one line per problem, each naming its variable.
 */
export function readConfig(env: NodeJS.ProcessEnv): { config: Config } | { problems: string[] } {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environmentSchema.safeParse(filled);
  // Everything at once: whoever sets up a server should not be sent back for each setting.
  const problems = [...(parsed.error?.issues ?? []).map(describeIssue), ...problemsBetween(filled)];
  if (!parsed.success || problems.length > 0) return { problems };
  const values = parsed.data;
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`);
  return {
    config: {
      production: values.NODE_ENV === "production",
      demo: values.DEMO,
      port: values.PORT,
      host: values.HOST,
      publicUrl: publicUrl.origin,
      publicHost: publicUrl.host,
      databaseUrl: values.DATABASE_URL,
      databaseReplicaUrl: values.DATABASE_REPLICA_URL,
      databaseDirectUrl: values.DATABASE_DIRECT_URL ?? values.DATABASE_URL,
      dataDir: values.DATA_DIR,
      uploadsS3: s3SettingsOf(values),
      sessionSecret: values.SESSION_SECRET ?? DEMO_SECRET,
      previousSessionSecret: values.SESSION_SECRET_PREVIOUS,
      twoStepFor: values.DEMO ? "nobody" : values.TWO_STEP_FOR,
      siteName: values.SITE_NAME,
      siteTz: values.SITE_TZ,
      seller: {
        name: values.SITE_SELLER ?? values.SITE_NAME,
        address: values.DEMO && values.SITE_ADDRESS.length === 0 ? DEMO_ADDRESS : values.SITE_ADDRESS,
        taxId: values.SITE_TAX_ID,
      },
      supportPhone: values.SUPPORT_PHONE,
      supportEmail: values.SUPPORT_EMAIL,
      analyticsSrc: values.ANALYTICS_SRC && new URL(values.ANALYTICS_SRC).href,
      smtpUrl: values.SMTP_URL,
      mailFrom: values.MAIL_FROM,
      paypal: payPalOf(values) ?? (values.DEMO ? DEMO_MERCHANT : undefined),
      reconcileIntervalSeconds: values.PAYPAL_RECONCILE_SECONDS,
      drainSeconds: values.DRAIN_SECONDS ?? (values.DEMO ? 0 : DRAIN_SECONDS),
      databasePatience: values.DATABASE_PATIENCE,
      pageCacheBytes: values.PAGE_CACHE_MB * 1024 * 1024,
      processes: values.WEB_CONCURRENCY,
      metricsPort: values.METRICS_PORT,
      metricsToken: values.METRICS_TOKEN,
      cdnSeconds: values.CDN_SECONDS,
      disclosureRequired: values.DISCLOSURE_REQUIRED,
      fewerAdsForMembers: values.FEWER_ADS_FOR_MEMBERS,
      benchmarkSymbol: values.BENCHMARK_SYMBOL,
      trackRecordDays: values.TRACK_RECORD_DAYS,
      staleAfterMinutes: values.STALE_AFTER_MINUTES ?? (values.DEMO ? DEMO_STALE_AFTER : STALE_AFTER),
      priceSources: { keys: priceSourceKeys(filled), privateNetworks: values.PRICE_SOURCES_PRIVATE },
      referralRewardsPerYear: values.REFERRAL_REWARDS_PER_YEAR,
      trustProxy: values.TRUST_PROXY,
      corsOrigins: values.CORS_ORIGINS,
      logLevel: values.LOG_LEVEL,
    },
  };
}

/** What the operator wrote, before it is read; what is empty is not there. */
type Written = Readonly<Record<string, string | undefined>>;

const describeIssue = ({ path: [name], message }: { path: PropertyKey[]; message: string }): string =>
  `${String(name)} ${message}`;

/** What is wrong though each setting is right by itself. */
function problemsBetween(written: Written): string[] {
  const demo = written.DEMO === "1" || written.DEMO === "true";
  return [
    ...unknownS3(written),
    ...incompleteS3(written),
    ...incompletePayPal(written),
    ...wrongPriceSourceKeys(written),
    ...(written.NODE_ENV === "production" && !demo ? unsafeDefaults(written) : []),
  ];
}

function unsafeDefaults(written: Written): string[] {
  const problems: string[] = [];
  // The sandbox's money is play money: a site that sells for it by mistake gives its memberships away.
  if (written.PAYPAL_CLIENT_ID && !written.PAYPAL_ENV) {
    problems.push("PAYPAL_ENV must be set in production: sandbox or live");
  }
  if (written.PAYPAL_API_URL) problems.push("PAYPAL_API_URL is for tests and must not be set in production");
  if (!written.SESSION_SECRET || written.SESSION_SECRET === DEMO_SECRET) {
    problems.push("SESSION_SECRET must be set to a secret of your own in production");
  }
  if (written.TWO_STEP_FOR === "nobody") {
    problems.push("TWO_STEP_FOR must be superadmin or staff in production");
  }
  if (!written.PUBLIC_URL) problems.push("PUBLIC_URL must be set in production");
  else if (isPlainHttp(written.PUBLIC_URL)) {
    problems.push(
      "PUBLIC_URL must begin with https:// in production: passwords and sessions would travel readable",
    );
  }
  if (!written.SMTP_URL) problems.push("SMTP_URL must be set in production, or no mail would leave");
  return problems;
}

/** Over the network: a server that is tried out at its own machine has nobody in between. */
function isPlainHttp(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === "http:" && !isLoopback(host);
}

type Configured = { said: Config; chosen: ChosenConfig; holds: Config };
const shared = () => perProcess<{ config?: Configured }>("configuration", () => ({}));

/** @param said what the operator's environment says */
export function setConfig(said: Config): void {
  const chosen = shared().config?.chosen ?? {};
  shared().config = { said, chosen, holds: withChosen(said, chosen) };
}

/** What the owner set in the back-office holds instead of what the environment says, from now on. */
export function setChosenConfig(chosen: ChosenConfig): void {
  const { said } = configured();
  shared().config = { said, chosen, holds: withChosen(said, chosen) };
}

function configured() {
  const { config } = shared();
  if (!config) throw new Error("The configuration was asked for before the server started");
  return config;
}

/** The running server's configuration, as it holds at this moment. @throws when nothing has been configured yet. */
export const config = (): Config => configured().holds;

/** What the record has promised; for statements, which are declared before anything is configured. */
export const recordPromise = (): RecordPromise | undefined => shared().config?.holds.recordPromise;

/** The configuration without what the owner set: what holds where nothing is set. */
export const configOfEnvironment = (): Config => configured().said;
