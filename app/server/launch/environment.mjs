import { join, resolve } from "node:path";

/** @typedef {NodeJS.ProcessEnv} Env */

/**
 * @param {string} root
 * @param {Env} env
 * @returns {string} absolute path of the data folder: the embedded database and the uploads
 */
export function dataFolder(root, env) {
  return resolve(root, env.DATA_DIR || ".data");
}

/**
 * The environment of the site's programs. The default is demo mode; with NODE_ENV=production everything must
 * be configured.
 * @param {Env} env ours
 * @param {{ databaseUrl: string, dataDir: string, mode: "production" | "development" }} facts
 * @returns {Env}
 */
export function serverEnvironment(env, { databaseUrl, dataDir, mode }) {
  // A database of the operator's is backed up by the operator, unless MIGRATION_BACKUPS says otherwise.
  const backups = env.MIGRATION_BACKUPS || (env.DATABASE_URL ? undefined : join(dataDir, "backups"));
  const demo = env.DEMO || (env.NODE_ENV === "production" ? undefined : "1");
  return {
    ...env,
    NODE_ENV: env.NODE_ENV || mode,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ...(backups === undefined ? {} : { MIGRATION_BACKUPS: backups }),
    ...(demo === undefined ? {} : { DEMO: demo }),
  };
}

/** Same as in app/platform/config.server.ts, which reports a wrong value. */
const DRAIN_SECONDS = { demo: 0, otherwise: 5, most: 300 };

/** @param {Env} env of the server @returns {number} how long it keeps serving after a stop request */
export function drainMs({ DRAIN_SECONDS: given, DEMO }) {
  const demo = DEMO === "1" || DEMO === "true";
  const seconds = given ? Number(given) : demo ? DRAIN_SECONDS.demo : DRAIN_SECONDS.otherwise;
  return 1_000 * (seconds >= 0 ? Math.min(seconds, DRAIN_SECONDS.most) : DRAIN_SECONDS.otherwise);
}

const SETTINGS = new RegExp(
  [
    "^(PORT|HOST|PUBLIC_URL|DATABASE_((DIRECT|REPLICA)_)?URL|DATA_DIR|MIGRATION_BACKUPS|SESSION_SECRET(_PREVIOUS)?|SMTP_URL|MAIL_FROM|DKIM_(SELECTOR|PRIVATE_KEY)|BOUNCE_(ADDRESS|MAILBOX|SECRET)|TRUST_PROXY|CORS_ORIGINS)$",
    "^(ANALYTICS_SRC|SUPPORT_(EMAIL|PHONE)|DISCLOSURE_REQUIRED|DEMO|DRAIN_SECONDS|LOG_LEVEL|NODE_ENV|TWO_STEP_FOR|WEB_CONCURRENCY)$",
    "^(SITE|PAYPAL|UPLOADS_S3)_",
  ].join("|"),
);

/**
 * @param {Env} env
 * @returns {Env} without the site's settings, so that tests cannot write to the developer's database
 */
export function withoutSettings(env) {
  const kept = Object.entries(env).filter(([name]) => !SETTINGS.test(name));
  return /** @type {Env} */ (Object.fromEntries(kept));
}
