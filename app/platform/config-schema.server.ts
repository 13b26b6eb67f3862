import { availableParallelism } from "node:os";
import { z } from "zod";
import {
  daysOrNever,
  dkimPrivateKey,
  flag,
  httpUrl,
  imapUrl,
  logLevel,
  originUrl,
  plusAddress,
  portNumber,
  postgresUrl,
  smtpUrl,
  timeZone,
  wholeNumber,
} from "./config-fields.server";
import { payPalFields } from "./paypal-settings.server";
import { s3Fields } from "./storage/s3-settings.server";

/** Who of the staff cannot work here without two-step sign-in. */
const TWO_STEP_CHOICES = ["superadmin", "staff", "nobody"] as const;

const NO_CONCURRENCY = "must be a number of processes from 1 to 64, or auto";

const sessionSecret = z.string().min(32, "must have at least 32 characters");

/**
 * The variables of the environment by subject, each with its check and its text in docs/configuration.md.
 * `otherwise` is the default that code decides; `backOffice` marks those that a superadmin can change without a restart.
 */
export const ENVIRONMENT = {
  "Address and network": {
    PORT: portNumber.default(3000).meta({ description: "The port that the site listens on." }),
    HOST: z
      .string()
      .min(1)
      .default("127.0.0.1")
      .meta({ description: "The address that the site listens on; `0.0.0.0` if the proxy runs elsewhere." }),
    PUBLIC_URL: originUrl.optional().meta({
      description:
        "The public address of the site: links in emails, cross-site checks, secure cookies. In production it must begin with `https://`, except for `localhost`.",
      otherwise: "`http://localhost:PORT`",
    }),
    TRUST_PROXY: flag.default(false).meta({
      description: "`1` behind exactly one reverse proxy: its `X-Forwarded-For` names the client.",
    }),
    CORS_ORIGINS: z
      .string()
      .default("")
      .transform((list) =>
        list
          .split(",")
          .map((origin) => origin.trim())
          .filter(Boolean),
      )
      .pipe(z.array(httpUrl.transform((url) => new URL(url).origin)))
      .meta({
        description:
          "Origins, separated by commas, whose scripts may use the API with a Bearer token. Their cookies are ignored.",
      }),
    CDN_SECONDS: wholeNumber("seconds", 0, 86_400).default(0).meta({
      description:
        "How many seconds a cache in front of the site may keep visitors’ pages; see [Proxy and CDN](operating/proxy-and-cdn.md).",
    }),
  },
  "Processes and logs": {
    NODE_ENV: z
      .enum(["production", "development", "test"], "must be production, development or test")
      .default("development")
      .meta({
        description:
          "If `production` without `DEMO=1`, the server refuses unsafe defaults. `npm start` sets it to `production`.",
      }),
    DEMO: flag.default(false).meta({
      description: "`1`: demo content, accounts and inbox. `npm start` sets it unless `NODE_ENV=production`.",
    }),
    WEB_CONCURRENCY: z
      .string()
      .default("1")
      .transform((wanted) => (wanted === "auto" ? availableParallelism() : Number(wanted)))
      .pipe(z.number(NO_CONCURRENCY).int(NO_CONCURRENCY).min(1, NO_CONCURRENCY).max(64, NO_CONCURRENCY))
      .meta({
        description:
          "How many server processes share the port, 1 to 64, or `auto` for one per core; see [Scaling](scaling.md).",
      }),
    PAGE_CACHE_MB: wholeNumber("megabytes", 0, 4096)
      .default(64)
      .meta({ description: "Memory for cached pages in each process, in MB; see [Caching](caching.md)." }),
    DRAIN_SECONDS: wholeNumber("seconds", 0, 300).optional().meta({
      description: "How long the server keeps serving after SIGTERM while `/readyz` answers 503.",
      otherwise: "5; 0 in the demo",
    }),
    METRICS_PORT: portNumber.optional().meta({
      description: "Serves `/metrics` on a separate port; see [Monitoring](operating/monitoring.md).",
    }),
    METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional().meta({
      description:
        "Serves `/metrics` on the site’s port to requests that send it as a Bearer token; at least 16 characters.",
    }),
    LOG_LEVEL: logLevel
      .default("info")
      .meta({ description: "The least severe level in the log; `debug` adds one line per request." }),
  },
  "Database and files": {
    DATABASE_URL: postgresUrl.meta({
      description: "PostgreSQL 14 or newer, or a pooler in front of it.",
      otherwise: "the embedded PostgreSQL with npm commands; required otherwise",
    }),
    DATABASE_DIRECT_URL: postgresUrl.optional().meta({
      description: "The database itself, if `DATABASE_URL` is a pooler in transaction mode.",
      otherwise: "`DATABASE_URL`",
    }),
    DATABASE_REPLICA_URL: postgresUrl.optional().meta({
      description: "A physical replica that serves shared pages and searches while it keeps up.",
    }),
    DATABASE_PATIENCE: z.coerce
      .number("must be a number")
      .min(1, "must be at least 1")
      .max(20, "must be at most 20")
      .default(1)
      .meta({
        description: "Multiplies all database time limits, for a distant database or a slow machine.",
      }),
    DATA_DIR: z
      .string()
      .min(1)
      .default(".data")
      .meta({ description: "The folder for uploads and the embedded database." }),
    MIGRATION_BACKUPS: z.string().min(1).optional().meta({
      description: "Where a backup is saved before migrations change existing data. The last three are kept.",
      otherwise: "`DATA_DIR/backups` with the embedded PostgreSQL; no backup with your own database",
    }),
    ...s3Fields,
  },
  "Secrets and staff": {
    SESSION_SECRET: sessionSecret.optional().meta({
      description:
        "Signs links and short-lived cookies and encrypts two-step secrets; at least 32 characters, the same on all instances.",
      otherwise: "a demo secret, which production refuses",
    }),
    SESSION_SECRET_PREVIOUS: sessionSecret.optional().meta({
      description:
        "The secret that `SESSION_SECRET` replaced; see [Staff sign-in](operating/staff-sign-in.md#how-do-i-change-session_secret).",
    }),
    TWO_STEP_FOR: z
      .enum(TWO_STEP_CHOICES, `must be one of ${TWO_STEP_CHOICES.join(", ")}`)
      .default("superadmin")
      .meta({
        description: "Who must use two-step sign-in. Not required in the demo; production refuses `nobody`.",
      }),
  },
  "Site and seller": {
    SITE_NAME: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .default("Openbell")
      .meta({ description: "The name of the site.", backOffice: true }),
    SITE_TZ: timeZone.default("UTC").meta({ description: "The time zone of all displayed dates and times." }),
    SITE_SELLER: z.string().trim().min(1).max(100).optional().meta({
      description: "The company named on receipts.",
      otherwise: "`SITE_NAME`",
      backOffice: true,
    }),
    SITE_ADDRESS: z
      .string()
      .max(300)
      .default("")
      .transform((lines) =>
        lines
          .split("|")
          .map((line) => line.trim())
          .filter(Boolean),
      )
      .meta({
        description: "The seller’s address on receipts, its lines separated by `\\|`.",
        otherwise: "none; an invented one in the demo",
        backOffice: true,
      }),
    SITE_TAX_ID: z.string().trim().min(1).max(60).optional().meta({
      description: "The seller’s tax number with its label, such as `VAT GB 123 4567 89`.",
      backOffice: true,
    }),
    SUPPORT_PHONE: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .default("+44 7700 900123")
      .meta({ description: "The number that members can message.", backOffice: true }),
    SUPPORT_EMAIL: z
      .string()
      .trim()
      .max(254)
      .regex(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/, "must be an email address such as support@example.com")
      .optional()
      .meta({
        description: "Shown next to the number: on the contact page, with the plans and in the account.",
        backOffice: true,
      }),
    ANALYTICS_SRC: httpUrl.optional().meta({
      description: "The address of one analytics script. The content security policy then allows its origin.",
    }),
    FEWER_ADS_FOR_MEMBERS: flag.default(true).meta({
      description: "`1`: paying members see one advertisement on the front page and one in the right column.",
      backOffice: true,
    }),
    REFERRAL_REWARDS_PER_YEAR: wholeNumber("rewards", 1, 1000).optional().meta({
      description:
        "How many referred friends can earn a member days within twelve months. Friends always get theirs.",
      otherwise: "no limit",
    }),
  },
  Email: {
    SMTP_URL: smtpUrl.optional().meta({
      description: "The mail server; required in production.",
      otherwise: "none: emails appear in the demo inbox",
    }),
    MAIL_FROM: z
      .string()
      .max(200)
      .regex(/^[^\p{Cc}]+$/u, "must be one line such as Openbell <no-reply@example.com>")
      .optional()
      .meta({
        description: "The sender of emails.",
        otherwise: "`SITE_NAME` at the site’s host",
      }),
    DKIM_SELECTOR: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i, "must be a name such as openbell1")
      .optional()
      .meta({
        description: "The name of the signing key in DNS; see `/admin/newsletters/check`.",
        otherwise: "none",
      }),
    DKIM_PRIVATE_KEY: dkimPrivateKey.optional().meta({
      description: "Its RSA private key as PEM, with `\\n` between its lines.",
      otherwise: "none",
    }),
    BOUNCE_ADDRESS: plusAddress.optional().meta({
      description: "Where bounced emails go; see [Bounces](bounces.md).",
      otherwise: "none: they go to the sender",
    }),
    BOUNCE_MAILBOX: imapUrl.optional().meta({
      description: "Its mailbox: `imaps://user:password@mail.example.com/INBOX`.",
      otherwise: "none",
    }),
    BOUNCE_SECRET: z.string().min(16, "must have at least 16 characters").optional().meta({
      description: "The Bearer token of `/webhooks/mail-reports`; at least 16 characters.",
      otherwise: "none",
    }),
    NEWSLETTER_RATE: wholeNumber("emails a second", 1, 1000).default(20).meta({
      description:
        "Maximum newsletter emails per second, across all processes. Ask your mail provider; new accounts often start low.",
    }),
    NEWSLETTER_CONNECTIONS: wholeNumber("connections", 1, 50).default(5).meta({
      description: "How many newsletter emails may be on their way to the mail server at the same time.",
    }),
  },
  PayPal: {
    ...payPalFields,
    PAYPAL_RECONCILE_SECONDS: wholeNumber("seconds", 1, 3600)
      .default(30)
      .meta({ description: "How often the server checks unfinished orders." }),
  },
  "Calls and prices": {
    BENCHMARK_SYMBOL: z
      .string()
      .trim()
      .min(1)
      .max(20)
      .toUpperCase()
      .default("SPX")
      .meta({ description: "The instrument that settled calls are compared with." }),
    TRACK_RECORD_DAYS: daysOrNever.prefault("30").meta({
      description:
        "How many days after its result a call becomes public, 0 to 9999, or `never`. Public calls stay public.",
      otherwise: "`30`",
      backOffice: true,
    }),
    DISCLOSURE_REQUIRED: flag.default(false).meta({
      description: "`1`: authors must state their holdings before a brief, pick or alert is published.",
      backOffice: true,
    }),
    STALE_AFTER_MINUTES: wholeNumber("minutes", 1, 100_000).optional().meta({
      description: "The age from which a quote is marked as stale.",
      otherwise: "60; 7200 in the demo",
    }),
    PRICE_SOURCES_PRIVATE: flag.default(false).meta({
      description: "`1`: price sources may also use http and hosts on private networks.",
    }),
  },
} as const;

/** What `readConfig` checks the environment by. */
export const environmentSchema = z.object({
  ...ENVIRONMENT["Address and network"],
  ...ENVIRONMENT["Processes and logs"],
  ...ENVIRONMENT["Database and files"],
  ...ENVIRONMENT["Secrets and staff"],
  ...ENVIRONMENT["Site and seller"],
  ...ENVIRONMENT.Email,
  ...ENVIRONMENT.PayPal,
  ...ENVIRONMENT["Calls and prices"],
});
