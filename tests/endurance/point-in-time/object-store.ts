import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { startPictureStore } from "tests/support/picture-store";
import type { S3Settings } from "~/platform/storage/s3-settings.server";
import type { Cleanup } from "../cleanup";

export type ObjectStore = { port: number; certificate: string; settings: S3Settings };

/** pgBackRest speaks to an S3 store through TLS only. The store listens on 127.0.0.1. */
export async function startObjectStore(
  cleanup: Cleanup,
  folder: string,
  openssl: string,
): Promise<ObjectStore> {
  const store = await startPictureStore();
  cleanup.defer(() => store.stop());
  const { certificate, key } = makeCertificate(folder, openssl);
  const { port: plainPort } = new URL(store.proxy.url);
  const options = { key: readFileSync(key), cert: readFileSync(certificate) };
  const server = createServer(options, (client) => {
    const upstream = connect(Number(plainPort), "127.0.0.1");
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanup.defer(() => server.close());
  return { port: (server.address() as AddressInfo).port, certificate, settings: store.settings };
}

function makeCertificate(folder: string, openssl: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const { status, stderr } = spawnSync(
    openssl,
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost"],
      ...["-addext", "subjectAltName=DNS:localhost"],
    ],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return { certificate, key };
}
