/** The content of a mail before it is rendered: plain words without markup. */
export type MailContent = {
  /** Named in the log of mails. */
  template: string;
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  facts?: readonly { label: string; value: string }[];
  /** The one button; `path` begins with a slash and is put after the site's public address. */
  action?: { label: string; path: string };
  closing?: readonly string[];
};

/** The site a mail comes from. */
export type MailSite = { siteName: string; publicUrl: string };
