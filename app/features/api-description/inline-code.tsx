import { createElement, Fragment } from "react";

/** A sentence in which `words like these` are code. */
export function InlineCode({ text }: { text: string }) {
  const parts = text
    .split("`")
    .map((part, nth) => (nth % 2 === 1 ? createElement("code", null, part) : part));
  // Passed as arguments: they never move, so they need no keys.
  return createElement(Fragment, null, ...parts);
}
