const shared = globalThis as { openbell?: Map<string, unknown> };
shared.openbell ??= new Map();

/** The values of `perProcess`, by their names. */
export const processValues: Map<string, unknown> = shared.openbell;

/**
 * The one value of this name in the process, made by the first call. Modules are loaded more than once: by the development server
 * with every edit, and by tests beside the built site. Pools, caches, counts and settings stay.
 */
export function perProcess<Value>(name: string, make: () => Value): Value {
  if (!processValues.has(name)) processValues.set(name, make());
  return processValues.get(name) as Value;
}
