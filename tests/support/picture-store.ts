import { mkdtemp, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import v4 from "@20minutes/s3rver/lib/signature/v4.js";
import type { S3Settings } from "~/platform/storage/s3-settings.server";
import { type TcpProxy, tcpProxy } from "./tcp-proxy";

/** An S3 server with one bucket, behind a proxy that can cut it off. */
export type PictureStore = {
  settings: S3Settings;
  /** The same settings as an operator writes them. */
  env: Record<string, string>;
  proxy: TcpProxy;
  /** Forbids our keys this method from now on: "DELETE", "PUT". */
  deny(method: string): void;
  /** Allows all methods again. */
  allow(): void;
  stop(): Promise<void>;
};

// s3rver drops the slash at the end of the bucket's address, which the client sends and signs.
const { getStringToSign } = v4;
v4.getStringToSign = ({ uri, ...canonical }, request) =>
  getStringToSign({ ...canonical, uri: uri.replace(/^\/[^/]+$/, "$&/") }, request);

/** The only account of the store. */
const KEYS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
const BUCKET = "pictures";

const ACCESS_DENIED = "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>";

export async function startPictureStore(prefix = ""): Promise<PictureStore> {
  process.env.LOG_LEVEL ??= "silent";
  const directory = await mkdtemp(join(tmpdir(), "openbell-store-"));
  const configureBuckets = [{ name: BUCKET }];
  const server = new S3rver({ address: "127.0.0.1", port: 0, directory, silent: true, configureBuckets });
  const { port } = await server.run();
  const denied = new Set<string>();
  const [answer] = server.httpServer.listeners("request") as RequestListener[];
  server.httpServer.removeAllListeners("request").on("request", (request, response) => {
    if (denied.has(request.method ?? "")) response.writeHead(403).end(ACCESS_DENIED);
    else answer?.(request, response);
  });
  const proxy = await tcpProxy(`http://127.0.0.1:${port}`);
  const endpoint = proxy.url.replace(/\/$/, "");
  return {
    settings: { endpoint, region: "us-east-1", bucket: BUCKET, ...KEYS, prefix, forcePathStyle: true },
    env: {
      UPLOADS_S3_ENDPOINT: endpoint,
      UPLOADS_S3_BUCKET: BUCKET,
      UPLOADS_S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      UPLOADS_S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      UPLOADS_S3_PREFIX: prefix,
    },
    proxy,
    deny: (method) => denied.add(method),
    allow: () => denied.clear(),
    async stop() {
      await proxy.close();
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
