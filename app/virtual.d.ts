declare module "virtual:enhance" {
  /** Where the reading pages' script is served. */
  export const enhancePath: string;
  /** The script itself, and what it asks for where it is needed: where each is served, and its text. */
  export const enhanceScripts: readonly { path: string; source: string }[];
  /** The service worker of notifications, whose address stays. */
  export const pushWorker: { path: string; source: string };
}

declare module "virtual:remix/server-build" {
  const build: import("@remix-run/node").ServerBuild;
  export = build;
}

declare module "*.md?raw" {
  /** The file's text. */
  const source: string;
  export default source;
}

declare module "*.svg?raw" {
  /** The file's text. */
  const source: string;
  export default source;
}

/** What we use of it. @types/negotiator 0.6 knows the older line, which had no `preferred`. */
declare module "negotiator" {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string> });
    /** The best of `available` for the caller; of those wanted alike the first of `preferred`. */
    encoding(available: string[], options: { preferred: string[] }): string | undefined;
  }
}
