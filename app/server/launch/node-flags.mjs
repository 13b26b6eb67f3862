/**
 * Node's memory options for serving. Pages create many short-lived objects, and 32 MB per half of the young
 * generation is enough for full speed. The old generation is collected after growing by half; by default it
 * could grow fourfold. The Dockerfile and docs/operating/install.md repeat these options.
 */
export const NODE_FLAGS = Object.freeze(["--max-semi-space-size=32", "--max-old-space-size=768"]);
