/** The names by which a machine calls itself, with or without a port. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** @param host as in a `Host` header or an address: `localhost:3000`, `[::1]` */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** On a developer's machine the server answers to several names; in production to its public one alone. */
export const isDevelopersHost = (
  host: string | null | undefined,
  { demo, production }: { demo: boolean; production: boolean },
): boolean => (demo || !production) && isLoopback(host ?? "");
