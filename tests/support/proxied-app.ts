import { afterAll } from "vitest";
import { setUpApp } from "./running-app";
import { type TcpProxy, tcpProxy } from "./tcp-proxy";

/** Set before the first test of a file that calls `setUpProxiedApp`. */
export let proxy: TcpProxy;

/** `setUpApp` with a proxy between the server and its database, which can make it unreachable. */
export function setUpProxiedApp(env: Record<string, string> = {}): void {
  // What is set up last ends first: the database answers again, the server stops, and then its proxy.
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
