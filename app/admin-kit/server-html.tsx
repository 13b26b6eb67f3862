import type { HTMLAttributes } from "react";

type ServerHtmlProps = Pick<
  HTMLAttributes<HTMLElement>,
  "id" | "className" | "role" | "tabIndex" | "aria-label"
> & {
  html?: string;
};

/** An element whose content the server rendered and `ui/writing` updates; React leaves it alone. */
export const ServerHtml = ({ html = "", ...attributes }: ServerHtmlProps) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own renderer of our own components
  <div {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
);
