import type { HTMLAttributes } from "react";

type DrawnProps = Pick<
  HTMLAttributes<HTMLElement>,
  "id" | "className" | "role" | "tabIndex" | "aria-label"
> & {
  html?: string;
};

/** An element whose content the server rendered and `ui/writing` updates; React leaves it alone. */
export const Drawn = ({ html = "", ...attributes }: DrawnProps) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by our own renderer of our own components
  <div {...attributes} dangerouslySetInnerHTML={{ __html: html }} />
);
