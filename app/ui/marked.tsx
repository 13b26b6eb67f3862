import { Fragment } from "react";

/** Text with the parts marked that were searched for. */
export function Marked({ parts }: { parts: readonly { part: string; hit: boolean }[] }) {
  return (
    <>
      {parts.map(({ part, hit }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
        hit ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
      )}
    </>
  );
}
