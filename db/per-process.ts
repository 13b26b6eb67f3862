const shared = globalThis as { openbell?: Map<string, unknown> };
shared.openbell ??= new Map();

/** The values of `perProcess`, by name. */
export const processValues: Map<string, unknown> = shared.openbell;

/**
 * The only value of this name in the process; the first call creates it. Modules load more than once: the
 * development server reloads them on each edit, and tests load them next to the built site. Pools, caches,
 * counts and settings must stay.
 */
export function perProcess<Value>(name: string, make: () => Value): Value {
  if (!processValues.has(name)) processValues.set(name, make());
  return processValues.get(name) as Value;
}
