import { createDecipheriv, type ECDH, hkdfSync } from "node:crypto";
import { once } from "node:events";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** For push.test and other.test, of tests only. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDe3nkpjd/67dROTm
IdPrHw3ccZtxCcyf9boiUT3FcNehRANCAAS8ms5tXiKtn7EU5Rd2amHrcsyVj1T9
qQ60CVLBAYvGGQVJwH6+xDRuNfodj6kKbaoQLif6IULhrVz3cYZvf/W6
-----END PRIVATE KEY-----
`;
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIUdG6RETWpf0FUp4X3e8tH4cDqkxAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJcHVzaC50ZXN0MCAXDTI2MTEyOTE5NTgzMVoYDzIxMjYxMTA1
MTk1ODMxWjAUMRIwEAYDVQQDDAlwdXNoLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAS8ms5tXiKtn7EU5Rd2amHrcsyVj1T9qQ60CVLBAYvGGQVJwH6+xDRu
Nfodj6kKbaoQLif6IULhrVz3cYZvf/W6o3UwczAdBgNVHQ4EFgQU7k68Jnl+INfB
wDdO4aaxI+E//jcwHwYDVR0jBBgwFoAU7k68Jnl+INfBwDdO4aaxI+E//jcwDwYD
VR0TAQH/BAUwAwEB/zAgBgNVHREEGTAXgglwdXNoLnRlc3SCCm90aGVyLnRlc3Qw
CgYIKoZIzj0EAwIDSAAwRQIhAPX6kCaMQDNgO+PlbRBTmFY8NT/aPRamZbpQkR4p
6hyQAiBDoG66Hj1G3JpTtjePqqs8Ui9zmkeLRvkOOKeoi9jU8w==
-----END CERTIFICATE-----
`;

type Asked = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A push service on this machine. */
export type PushService = {
  port: number;
  requests: Asked[];
  connections(): number;
  stop(): void;
};

/** @param answer answers a request whose body was read, or leaves it open; 201 by default */
export async function startPushService(
  answer: (request: Asked, response: ServerResponse) => void = (_request, response) =>
    response.writeHead(201).end(),
): Promise<PushService> {
  const requests: Asked[] = [];
  let connections = 0;
  const server = createServer({ key: KEY, cert: CERTIFICATE }, async (request, response) => {
    const one = { path: request.url ?? "", headers: request.headers, body: await buffer(request) };
    requests.push(one);
    answer(one, response);
  });
  server.on("secureConnection", () => {
    connections += 1;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => connections,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A push as a browser reads it (RFC 8188 and 8291). */
export function decryptPush(body: Buffer, { privateKey, auth }: { privateKey: ECDH; auth: string }): string {
  const [salt, key, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const derive = (secret: Buffer, from: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, from, info, bytes));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), privateKey.getPublicKey(), key]);
  const secret = derive(privateKey.computeSecret(key), Buffer.from(auth, "base64url"), info, 32);
  const content = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", content, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
