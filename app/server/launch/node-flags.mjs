/**
 * What Node is told about memory where it serves the site. Pages are drawn of much that is soon thrown away, which is cheap as
 * long as there is room for it: 32 MB in each of its two halves are as quick as more. And what lives grows to half as much again
 * before it is looked through; without a bound Node lets it grow to four times, of a machine's memory that others need.
 * The Dockerfile and docs/operating/install.md say the same.
 */
export const NODE_FLAGS = Object.freeze(["--max-semi-space-size=32", "--max-old-space-size=768"]);
