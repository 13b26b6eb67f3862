import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { RequestHandler } from "express";
import { negotiateEncoding } from "~/platform/accepted-encoding";

const TYPES: Record<string, string> = { js: "text/javascript", css: "text/css" };

const brotli = promisify(brotliCompress);
const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };

/**
 * Scripts and styles of the build, compressed once with the best brotli quality and cached, because their
 * names change with their content. A seventh smaller than compression per request. Other files are passed on.
 */
export function compressedAssets(folder: string, maxAgeSeconds: number): RequestHandler {
  const kept = new Map<string, Promise<Buffer>>();
  return (request, response, next) => {
    const [, file, ending = ""] = /^\/([\w.-]+\.(js|css))$/.exec(request.path) ?? [];
    const accepts = negotiateEncoding(request.headers["accept-encoding"]) === "br";
    if (!file || !accepts || request.method !== "GET") return next();
    const found = kept.get(file) ?? readFile(join(folder, file)).then((bytes) => brotli(bytes, BEST));
    kept.set(file, found);
    found.then(
      (body) => {
        response.set({
          "Content-Type": `${TYPES[ending]}; charset=utf-8`,
          "Content-Encoding": "br",
          "Cache-Control": `public, max-age=${maxAgeSeconds}, immutable`,
          Vary: "Accept-Encoding",
        });
        response.end(body);
      },
      () => {
        kept.delete(file);
        next();
      },
    );
  };
}
