import { existsSync, readdirSync } from "node:fs";
import express from "express";
import { SHOWN_ELSEWHERE } from "~/web/shared-cache";
import { pathOf } from "./request-guards";

/** Where the build's own files lie, however many there are. */
const BUILT = "/assets/";

/** Knows by a request's path whether a file of the build or of `public` lies there. @param folder read once */
export function fileLookup(folder: string): (path: string) => boolean {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const paths = new Set(names.map((name) => `/${name.replaceAll("\\", "/")}`));
  return (path) => path.startsWith(BUILT) || paths.has(path);
}

/** Files with an address of their own: the wordmark of mails, icons. Only those: asking the disk for one would take a tenth of each page's time. */
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
