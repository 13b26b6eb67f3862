import { fileReply } from "~/web/replies.server";

/** The email's inline styles would violate the site's content security policy. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; form-action 'none'";

/** An email's HTML alone, as an email program shows it. */
export const mailReply = (html: string): Response =>
  fileReply(html, "text/html; charset=utf-8", {
    "Content-Security-Policy": POLICY,
    "Cache-Control": "no-store",
  });
