import type { Config } from "~/platform/config.server";

/** A one-line message for an address that cannot be listened on. @returns undefined for other errors */
export function describeListenError(
  error: unknown,
  { host, port, metricsPort }: Pick<Config, "host" | "port" | "metricsPort">,
): string | undefined {
  if (!(error instanceof Error && "code" in error && "syscall" in error)) return undefined;
  // Node resolves the host name first; the database's may be unknown, too.
  if (error.syscall === "getaddrinfo" && "hostname" in error && error.hostname === host)
    return `HOST ${host} is unknown. Set HOST to an address of this machine, or to 0.0.0.0 for all of them.`;
  // In a cluster the supervisor binds the port.
  if (error.syscall !== "listen" && error.syscall !== "bind") return undefined;
  const [name, wanted] =
    "port" in error && error.port === metricsPort ? ["METRICS_PORT", metricsPort] : ["PORT", port];
  if (error.code === "EADDRINUSE") return `${name} ${wanted} is already in use. Set ${name} to a free port.`;
  if (error.code === "EACCES")
    return `${name} ${wanted} cannot be used by this user; ports below 1024 usually need root. Set ${name} to another one.`;
  if (error.code === "EADDRNOTAVAIL")
    return `HOST ${host} is not an address of this machine. Set HOST to one that is, or to 0.0.0.0 for all of them.`;
  return undefined;
}
