import { CHECK_PATH, logHeadText, type MailContent, type MailSite } from "./mail-content";
import {
  anchor,
  button,
  escapeHtml,
  facts,
  footRow,
  heading,
  mailFrame,
  paragraph,
  sheetRow,
  smallPrint,
  wordsHtml,
} from "./mail-parts";

const headLine = ({ logHead }: MailContent, { publicUrl }: MailSite): string =>
  logHead ? smallPrint(anchor(publicUrl + CHECK_PATH, logHeadText(logHead), ";word-break:break-all")) : "";

type Drawn = MailContent & {
  /** The full address of its action. */
  link?: string;
};

export function mailHtml(mail: Drawn, site: MailSite, footer: string): string {
  const { subject, paragraphs, action, link, closing = [] } = mail;
  const body = [
    ...paragraphs.map(paragraph),
    mail.facts?.length ? facts(mail.facts, site) : "",
    link && action ? button(action.label, link) : "",
    ...closing.map((text) => smallPrint(wordsHtml(text))),
  ].join("\n");
  const foot = [
    smallPrint(anchor(site.publicUrl, site.siteName)),
    smallPrint(escapeHtml(footer)),
    headLine(mail, site),
  ];
  const rows = [sheetRow("12px 40px 20px", `${heading(mail.heading)}\n${body}`), footRow(foot)];
  return mailFrame({ subject, rows }, site);
}
