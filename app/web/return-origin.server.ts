import { config } from "~/platform/config.server";
import { isDeveloperHost } from "~/platform/loopback";

/**
 * The origin to redirect this reader to: the public one. On a developer's machine it is the one in use,
 * because the session cookie belongs to it.
 */
export function returnOrigin(request: Request): string {
  const host = request.headers.get("Host") ?? "";
  return isDeveloperHost(host, config()) ? `http://${host.toLowerCase()}` : config().publicUrl;
}
