declare module "virtual:enhance" {
  /** Where the reading pages' script is served. */
  export const enhancePath: string;
  /** The script itself. */
  export const enhanceSource: string;
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
