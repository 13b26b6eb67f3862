import { resolve } from "node:path";

/** @typedef {NodeJS.ProcessEnv} Env */

/**
 * @param {string} root
 * @param {Env} env
 * @returns {string} absolute path of the data folder: the embedded database and the uploads
 */
export function dataDirOf(root, env) {
  return resolve(root, env.DATA_DIR || ".data");
}

/**
 * The surroundings of the product's own programs. Demo mode is what somebody gets who just starts it; whoever
 * says NODE_ENV=production says the rest as well.
 *
 * @param {Env} env ours
 * @param {{ databaseUrl: string, dataDir: string, mode: "production" | "development" }} facts
 * @returns {Env}
 */
export function serverEnvironment(env, { databaseUrl, dataDir, mode }) {
  const demo = env.DEMO || (env.NODE_ENV === "production" ? undefined : "1");
  return {
    ...env,
    NODE_ENV: env.NODE_ENV || mode,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ...(demo === undefined ? {} : { DEMO: demo }),
  };
}

/** As app/platform/config.server.ts reads it; a wrong one is told there. */
const DRAIN_SECONDS = { demo: 0, otherwise: 5, most: 300 };

/**
 * @param {Env} env of the server
 * @returns {number} how long it serves on after it was told to end
 */
export function drainMsOf({ DRAIN_SECONDS: said, DEMO }) {
  const demo = DEMO === "1" || DEMO === "true";
  const seconds = said ? Number(said) : demo ? DRAIN_SECONDS.demo : DRAIN_SECONDS.otherwise;
  return 1_000 * (seconds >= 0 ? Math.min(seconds, DRAIN_SECONDS.most) : DRAIN_SECONDS.otherwise);
}

const SETTINGS = new RegExp(
  [
    "^(PORT|HOST|PUBLIC_URL|DATABASE_((DIRECT|REPLICA)_)?URL|DATA_DIR|SESSION_SECRET(_PREVIOUS)?|SMTP_URL|MAIL_FROM|TRUST_PROXY|CORS_ORIGINS)$",
    "^(ANALYTICS_SRC|SUPPORT_(EMAIL|PHONE)|DISCLOSURE_REQUIRED|DEMO|DRAIN_SECONDS|LOG_LEVEL|NODE_ENV|TWO_STEP_FOR|WEB_CONCURRENCY)$",
    "^(SITE|PAYPAL|UPLOADS_S3)_",
  ].join("|"),
);

/**
 * @param {Env} env
 * @returns {Env} without the product's settings: a test must not write into the database of whoever runs it
 */
export function withoutSettings(env) {
  const kept = Object.entries(env).filter(([name]) => !SETTINGS.test(name));
  return /** @type {Env} */ (Object.fromEntries(kept));
}
