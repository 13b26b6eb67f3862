import type { IncomingMessage, ServerResponse } from "node:http";

/** How long, and how much, the sender of a body that nobody reads may go on before the answer ends without it. */
const LINGER = { ms: 2_000, bytes: 32 * 1024 * 1024 } as const;

/**
 * Lets an answer end only after what still comes of the request's body was thrown away. Node would close a connection
 * that is not kept as soon as the answer is out, and a program that sends everything first, or a browser that is still
 * sending, would find it broken instead of reading why.
 */
export function drainBodyBeforeEnd(request: IncomingMessage, response: ServerResponse): void {
  const end = response.end.bind(response) as (...rest: unknown[]) => ServerResponse;
  let ended = false;
  response.end = ((...rest: unknown[]) => {
    if (ended || request.complete || request.destroyed) return end(...rest);
    ended = true;
    const [chunk, encoding] = rest.filter((one) => typeof one !== "function");
    const told = rest.find((one) => typeof one === "function");
    if (told) response.once("finish", told as () => void);
    // Said whole before its end: who counts bytes need not wait for us.
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
  let told = false;
  const tell = () => {
    if (told) return;
    told = true;
    clearTimeout(patience);
    done();
  };
  const patience = setTimeout(tell, LINGER.ms);
  request.unpipe();
  request.on("error", tell);
  request.on("end", tell);
  request.on("close", tell);
  request.on("data", (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) tell();
  });
  request.resume();
}
