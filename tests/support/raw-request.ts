import { Agent, type IncomingHttpHeaders, request } from "node:http";

export type RawResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; body: string };

type RawRequestOptions = {
  method?: string;
  /** Sent unchanged, whereas `fetch` normalises it. */
  path: string;
  headers?: Record<string, string>;
  /** Sent in chunks, without a length unless `headers` has one. May be endless. */
  body?: Iterable<Buffer | string> | string | Buffer;
};

/** A request that `fetch` refuses to send: any method, any Host, any path, an endless body. */
export function rawRequest(
  base: string,
  { method = "GET", path, headers, body }: RawRequestOptions,
): Promise<RawResponse> {
  const { hostname, port } = new URL(base);
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    let answered = false;
    const sending = request({ hostname, port, method, path, headers, agent }, (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      const end = () => {
        agent.destroy();
        const bytes = Buffer.concat(chunks);
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, bytes, body: bytes.toString("utf8") });
      };
      response.on("end", end);
      response.on("error", end);
    });
    // A server that answers before it has read everything closes the connection during the upload.
    sending.on("error", (error) => {
      if (!answered) reject(error);
    });
    const pieces =
      body === undefined ? [] : typeof body === "string" || Buffer.isBuffer(body) ? [body] : body;
    const iterator = pieces[Symbol.iterator]();
    const write = () => {
      for (;;) {
        if (answered || sending.destroyed) return;
        const { done, value } = iterator.next();
        if (done) return void sending.end();
        if (!sending.write(value)) return void sending.once("drain", write);
      }
    };
    write();
  });
}

/** The same chunk repeated while the reader accepts it. */
export function* repeatForever(piece: Buffer | string): Generator<Buffer | string> {
  for (;;) yield piece;
}
