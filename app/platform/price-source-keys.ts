/** The environment; empty values are removed. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A provider's key, and the only host it may be sent to, if the operator set one. By the source's name:
 * ALPHA_VANTAGE.
 */
export type PriceSourceKeys = ReadonlyMap<string, Readonly<{ key: string; host?: string }>>;

/** The two families of variables, for docs/configuration.md; a source named “Alpha Vantage” has the name ALPHA_VANTAGE. */
export const PRICE_SOURCE_VARIABLES = {
  "PRICE_SOURCE_KEY_<NAME>":
    "The API key for the price source of that name; “Alpha Vantage” is written `ALPHA_VANTAGE`.",
  "PRICE_SOURCE_HOST_<NAME>": "The one other host that this key may be sent to.",
} as const;

const KEY = /^PRICE_SOURCE_KEY_([A-Z0-9_]+)$/;
const HOST = /^PRICE_SOURCE_HOST_([A-Z0-9_]+)$/;

const MIN_KEY_LENGTH = 4;

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/;

export const priceSourceKeys = (env: Environment): PriceSourceKeys =>
  new Map(
    Object.entries(env).flatMap(([variable, key]) => {
      const name = KEY.exec(variable)?.[1];
      return name && key ? [[name, { key, host: env[`PRICE_SOURCE_HOST_${name}`] }] as const] : [];
    }),
  );

/** One line for each invalid key or host. Never contains the key. */
export const wrongPriceSourceKeys = (env: Environment): string[] =>
  Object.entries(env).flatMap(([variable, value = ""]) => {
    if (KEY.test(variable) && (value.length < MIN_KEY_LENGTH || /\s/.test(value)))
      return [`${variable} must have at least ${MIN_KEY_LENGTH} characters and no spaces`];
    const host = HOST.exec(variable)?.[1];
    if (host === undefined) return [];
    if (!env[`PRICE_SOURCE_KEY_${host}`])
      return [`${variable} is for PRICE_SOURCE_KEY_${host}, which is not set`];
    return HOST_NAME.test(value) ? [] : [`${variable} must be a host such as api.example.com`];
  });
