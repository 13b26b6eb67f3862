// The baseline: a plain node:http server that only sends given bytes from memory.
import { createServer } from "node:http";

process.once("message", (pages) => {
  const bodies = new Map(
    /** @type {{ path: string, status: number, type: string, body: string }[]} */ (pages).map(
      ({ path, status, type, body }) => [path, { status, type, bytes: Buffer.from(body, "base64") }],
    ),
  );
  const server = createServer((request, response) => {
    const page = bodies.get(request.url ?? "/");
    if (!page) return void response.writeHead(404).end();
    response.writeHead(page.status, { "Content-Type": page.type, "Content-Length": page.bytes.length });
    response.end(page.bytes);
  });
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
});
process.on("disconnect", () => process.exit(0));
