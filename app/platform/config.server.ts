import { perProcess } from "db/per-process";
import {
  type ChosenConfig,
  type ConfiguredSeller,
  type RecordPromise,
  withOwnerSettings,
} from "./chosen-config";
import { environmentSchema } from "./config-schema.server";
import { isLoopback } from "./loopback";
import { DEMO_MERCHANT, incompletePayPal, type PayPalConfig, payPalConfig } from "./paypal-settings.server";
import { type PriceSourceKeys, priceSourceKeys, wrongPriceSourceKeys } from "./price-source-keys";
import { incompleteS3, type S3Settings, s3Settings, unknownS3 } from "./storage/s3-settings.server";

/** The demo's signing secret. Production rejects it. */
const DEMO_SECRET = "openbell-demo-secret-openbell-demo-secret";

/** The demo's seller address; visibly invented. */
const DEMO_ADDRESS = ["1 Sample Row", "London EC3 0AA", "An invented address"];

/**
 * Minutes. Live prices change every minute; a demo's prices all date from its start or the Friday before, and
 * people use it for days.
 */
const STALE_AFTER = 60;
export const DEMO_STALE_AFTER = 5 * 24 * 60;

/** Enough for a load balancer that checks every second or two. A demo does not wait. */
const DRAIN_SECONDS = 5;

/** The operator's checked configuration, built once at start by `readConfig`. */
export type Config = Readonly<{
  production: boolean;
  demo: boolean;
  port: number;
  host: string;
  /** Origin of links and of cross-site checks, without a trailing slash. */
  publicUrl: string;
  /** The same without its scheme, as in a `Host` header. */
  publicHost: string;
  databaseUrl: string;
  /** The database itself, if `databaseUrl` is a pooler; see `DatabaseAddresses`. */
  databaseDirectUrl: string;
  /** The replica for shared pages, used while it is up to date. */
  databaseReplicaUrl?: string;
  dataDir: string;
  /** The folder for a backup before existing data is migrated; absent where the operator backs up. */
  migrationBackups?: string;
  /** The object store for pictures; absent when they are stored in `dataDir`. */
  uploadsS3?: S3Settings;
  sessionSecret: string;
  /** The previous secret, to decrypt data that was encrypted with it. */
  previousSessionSecret?: string;
  /** Which staff must use two-step sign-in; nobody in a demo. */
  twoStepFor: "superadmin" | "staff" | "nobody";
  siteName: string;
  siteTz: string;
  /** The seller on receipts; the address has one entry per line, or none. */
  seller: ConfiguredSeller;
  supportPhone: string;
  /** An address for readers' questions. */
  supportEmail?: string;
  /** URL of the only analytics script; without it no page loads one. */
  analyticsSrc?: string;
  /** The mail server. Without it emails stay in the email log, which the demo inbox shows. */
  smtpUrl?: string;
  /** The sender of emails, if set; otherwise the site's name at an address of its host. */
  mailFrom?: string;
  /** With it emails are signed: the selector's record in DNS, and the private key as PEM. */
  dkim?: Readonly<{ selector: string; privateKey: string }>;
  /** Where undeliverable emails return to, the mailbox of that address, and what a webhook about them must know. */
  bounceAddress?: string;
  bounceMailbox?: string;
  bounceSecret?: string;
  /** Emails a second, and connections to the mail server, for newsletters. */
  newsletterRate: number;
  newsletterConnections: number;
  /** Absent where nothing can be bought. */
  paypal?: PayPalConfig;
  /** Seconds between two checks of unfinished orders. */
  reconcileIntervalSeconds: number;
  /** The address of this process once it listens; the PayPal simulator is called there. */
  internalUrl?: string;
  /** How long to keep serving while `/readyz` reports "stopping", before the server stops. */
  drainSeconds: number;
  /** Factor on all waits for the database, for a remote one or a slow machine. */
  databasePatience: number;
  /** Memory limit of the page cache. */
  pageCacheBytes: number;
  /** Number of server processes that share the port. */
  processes: number;
  /** The port of the metrics, if not the site's own. */
  metricsPort?: number;
  /** The token needed to read the metrics. Without it and a separate port they are closed. */
  metricsToken?: string;
  /** How long a cache in front of the site may store visitors' pages; 0 without such a cache. */
  cdnSeconds: number;
  /** Whether briefs, picks and alerts need a disclosure of the author's holdings to be published. */
  disclosureRequired: boolean;
  /** Whether publication needs the approval of a second person; only the back-office sets it. */
  secondPerson?: boolean;
  /** Whether paying members see one advertisement where others see more. */
  fewerAdsForMembers: boolean;
  /** The instrument that calls are compared with. */
  benchmarkSymbol: string;
  /** Days after its end is known until a call becomes public; absent means never. */
  trackRecordDays?: number;
  /** Quotes of this age are marked as stale. */
  staleAfterMinutes: number;
  /** Promises under earlier delays; absent if the delay never changed. */
  recordPromise?: RecordPromise;
  /** How prices are fetched. `privateNetworks`: also from addresses outside the public internet. */
  priceSources: Readonly<{ keys: PriceSourceKeys; privateNetworks: boolean }>;
  /** How many friends earn a member days within twelve months; absent without a limit. */
  referralRewardsPerYear?: number;
  trustProxy: boolean;
  corsOrigins: readonly string[];
  logLevel: string;
}>;

/** Reads the environment. @returns the configuration, or one line per problem, each naming its variable */
export function readConfig(env: NodeJS.ProcessEnv): { config: Config } | { problems: string[] } {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environmentSchema.safeParse(filled);
  // Reports all problems at once, so that an operator does not fix them one start at a time.
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
      migrationBackups: values.MIGRATION_BACKUPS,
      uploadsS3: s3Settings(values),
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
      ...(values.DKIM_SELECTOR && values.DKIM_PRIVATE_KEY
        ? { dkim: { selector: values.DKIM_SELECTOR, privateKey: values.DKIM_PRIVATE_KEY } }
        : {}),
      bounceAddress: values.BOUNCE_ADDRESS,
      bounceMailbox: values.BOUNCE_MAILBOX,
      bounceSecret: values.BOUNCE_SECRET,
      newsletterRate: values.NEWSLETTER_RATE,
      newsletterConnections: values.NEWSLETTER_CONNECTIONS,
      paypal: payPalConfig(values) ?? (values.DEMO ? DEMO_MERCHANT : undefined),
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

/** The environment before parsing; empty values are removed. */
type Environment = Readonly<Record<string, string | undefined>>;

const describeIssue = ({ path: [name], message }: { path: PropertyKey[]; message: string }): string =>
  `${String(name)} ${message}`;

/** Problems of valid settings that do not fit together. */
function problemsBetween(written: Environment): string[] {
  const demo = written.DEMO === "1" || written.DEMO === "true";
  return [
    ...unknownS3(written),
    ...incompleteS3(written),
    ...incompletePayPal(written),
    ...wrongPriceSourceKeys(written),
    ...incompleteDkim(written),
    ...(written.NODE_ENV === "production" && !demo ? unsafeDefaults(written) : []),
  ];
}

const incompleteDkim = ({ DKIM_SELECTOR, DKIM_PRIVATE_KEY }: Environment): string[] =>
  Boolean(DKIM_SELECTOR) === Boolean(DKIM_PRIVATE_KEY)
    ? []
    : ["DKIM_SELECTOR and DKIM_PRIVATE_KEY must be set together, or neither"];

function unsafeDefaults(written: Environment): string[] {
  const problems: string[] = [];
  // The sandbox uses play money: a live site on it would give memberships away.
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
      "PUBLIC_URL must begin with https:// in production: otherwise passwords and sessions are readable on the network",
    );
  }
  if (!written.SMTP_URL) problems.push("SMTP_URL must be set in production: otherwise no email is sent");
  return problems;
}

/** Plain http over a network. A local server is exempt, because no one is in between. */
function isPlainHttp(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === "http:" && !isLoopback(host);
}

type Configured = { environment: Config; chosen: ChosenConfig; effective: Config };
const shared = () => perProcess<{ config?: Configured }>("configuration", () => ({}));

/** @param environment the environment's configuration */
export function setConfig(environment: Config): void {
  const chosen = shared().config?.chosen ?? {};
  shared().config = { environment, chosen, effective: withOwnerSettings(environment, chosen) };
}

/** Applies the owner's overrides from now on. */
export function setChosenConfig(chosen: ChosenConfig): void {
  const { environment } = configured();
  shared().config = { environment, chosen, effective: withOwnerSettings(environment, chosen) };
}

function configured() {
  const { config } = shared();
  if (!config) throw new Error("The configuration was read before the server started");
  return config;
}

/** The effective configuration of this server. @throws before it is set */
export const config = (): Config => configured().effective;

/** Promises of earlier delays; callable from statements, which are declared before the configuration. */
export const recordPromise = (): RecordPromise | undefined => shared().config?.effective.recordPromise;

/** The configuration without the owner's overrides. */
export const environmentConfig = (): Config => configured().environment;
