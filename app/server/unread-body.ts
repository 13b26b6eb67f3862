import type { IncomingMessage, ServerResponse } from "node:http";

/** Limits in time and size for discarding an unread body before the response ends anyway. */
const LINGER = { ms: 2_000, bytes: 32 * 1024 * 1024 } as const;

/**
 * Ends a response only after the rest of the request's body was discarded. Otherwise Node would close the
 * connection, and a program or browser that is still sending would see it broken instead of the response.
 */
export function drainBodyBeforeEnd(request: IncomingMessage, response: ServerResponse): void {
  const end = response.end.bind(response) as (...rest: unknown[]) => ServerResponse;
  let ended = false;
  response.end = ((...rest: unknown[]) => {
    if (ended || request.complete || request.destroyed) return end(...rest);
    ended = true;
    const [chunk, encoding] = rest.filter((one) => typeof one !== "function");
    const onFinish = rest.find((one) => typeof one === "function");
    if (onFinish) response.once("finish", onFinish as () => void);
    // Sent completely before its end: clients that count bytes need not wait.
    if (chunk !== undefined && chunk !== null) {
      if (!response.headersSent && !response.hasHeader("Content-Length")) {
        response.setHeader("Content-Length", Buffer.byteLength(chunk as string | Buffer));
      }
      response.write(chunk, encoding as BufferEncoding);
    } else if (!response.headersSent) response.flushHeaders();
    afterBody(request, () => end());
    return response;
  }) as typeof response.end;
}

function afterBody(request: IncomingMessage, done: () => void): void {
  let rest: number = LINGER.bytes;
  let finished = false;
  const finish = () => {
    if (finished) return;
    finished = true;
    clearTimeout(patience);
    done();
  };
  const patience = setTimeout(finish, LINGER.ms);
  request.unpipe();
  request.on("error", finish);
  request.on("end", finish);
  request.on("close", finish);
  request.on("data", (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) finish();
  });
  request.resume();
}
