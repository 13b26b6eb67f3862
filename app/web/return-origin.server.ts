import { config } from "~/platform/config.server";
import { isDevelopersHost } from "~/platform/loopback";

/**
 * The origin to send this reader's browser back to: the public one. On a developer's machine, where the server
 * answers to several names, it is the one in use: the session's cookie belongs to it.
 */
export function returnOrigin(request: Request): string {
  const host = request.headers.get("Host") ?? "";
  return isDevelopersHost(host, config()) ? `http://${host.toLowerCase()}` : config().publicUrl;
}
