/** Names of the local machine, with or without a port. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** @param host as in a `Host` header or an address: `localhost:3000`, `[::1]` */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** A developer's server answers to several local names; production only to its public one. */
export const isDeveloperHost = (
  host: string | null | undefined,
  { demo, production }: { demo: boolean; production: boolean },
): boolean => (demo || !production) && isLoopback(host ?? "");
