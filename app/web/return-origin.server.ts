import { config } from "~/platform/config.server";

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/**
 * The origin to send this reader's browser back to: the public one. On a developer's machine, where the server
 * answers to several names, it is the one in use: the session's cookie belongs to it.
 */
export function returnOrigin(request: Request): string {
  const { demo, production, publicUrl } = config();
  const host = request.headers.get("Host") ?? "";
  return (demo || !production) && LOOPBACK.test(host) ? `http://${host.toLowerCase()}` : publicUrl;
}
