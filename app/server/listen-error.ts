import type { Config } from "~/platform/config.server";

/**
 * What to tell an operator whose address nobody can listen at, in one line.
 * @returns undefined for anything else that broke
 */
export function describeListenError(
  error: unknown,
  { host, port, metricsPort }: Pick<Config, "host" | "port" | "metricsPort">,
): string | undefined {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return undefined;
  // Node looks the name up before it listens; a database's may be unknown, too.
  if (error.syscall === "getaddrinfo" && "hostname" in error && error.hostname === host)
    return `HOST ${host} is not known here. Set HOST to an address of this machine, or to 0.0.0.0 for all of them.`;
  // Of several processes it is their supervisor that binds.
  if (error.syscall !== "listen" && error.syscall !== "bind") return undefined;
  const [name, wanted] =
    "port" in error && error.port === metricsPort ? ["METRICS_PORT", metricsPort] : ["PORT", port];
  if (error.code === "EADDRINUSE") return `${name} ${wanted} is already in use. Set ${name} to a free one.`;
  if (error.code === "EACCES")
    return `${name} ${wanted} is not for this user: those below 1024 seldom are. Set ${name} to another one.`;
  if (error.code === "EADDRNOTAVAIL")
    return `HOST ${host} is no address of this machine. Set HOST to one that is, or to 0.0.0.0 for all of them.`;
  return undefined;
}
