import { afterAll } from "vitest";
import { setUpApp } from "./running-app";
import { type TcpProxy, tcpProxy } from "./tcp-proxy";

/** Set before the first test of a file with `setUpProxiedApp`. */
export let proxy: TcpProxy;

/** `setUpApp` with a proxy between server and database, which can make the database unreachable. */
export function setUpProxiedApp(env: Record<string, string> = {}): void {
  // The last set-up ends first: the database answers again, the server stops, then its proxy.
  afterAll(() => proxy?.close());
  setUpApp(
    { DATABASE_PATIENCE: "1", ...env },
    {
      wrapDatabase: async (url) => {
        proxy = await tcpProxy(url);
        return proxy.url;
      },
    },
  );
  afterAll(() => proxy?.thaw());
}
