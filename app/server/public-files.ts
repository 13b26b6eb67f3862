import { existsSync, readdirSync } from "node:fs";
import express from "express";
import { SHOWN_ELSEWHERE } from "~/web/shared-cache";
import { pathOf } from "./request-guards";

/** Folder of the build's files. */
const BUILT = "/assets/";

/** Tells whether a path is a file of the build or of `public`. @param folder read once @param others paths of further files */
export function fileLookup(folder: string, others: readonly string[] = []): (path: string) => boolean {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const paths = new Set([...names.map((name) => `/${name.replaceAll("\\", "/")}`), ...others]);
  return (path) => path.startsWith(BUILT) || paths.has(path);
}

/**
 * Files with a fixed address, such as the email wordmark and icons. Only listed ones, because a disk lookup
 * would cost a tenth of each page's time.
 */
export function publicFiles(folder: string): express.RequestHandler {
  const isFile = fileLookup(folder);
  const serve = express.static(folder, {
    maxAge: "1h",
    index: false,
    redirect: false,
    setHeaders: (response) => response.set(SHOWN_ELSEWHERE),
  });
  return (request, response, next) => {
    if (isFile(pathOf(request))) serve(request, response, next);
    else next();
  };
}
