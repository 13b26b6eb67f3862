import { renderToString } from "react-dom/server";

/**
 * HTML that is inserted when a page is sent.
 * @param name the prefix of its ids, which must differ from those of the page around it
 */
export const drawPart = (name: string, part: React.ReactNode): Buffer =>
  Buffer.from(renderToString(part, { identifierPrefix: name }));
