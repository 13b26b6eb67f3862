import { HtmlValidate, StaticConfigLoader } from "html-validate";

const STANDARD = {
  root: true,
  // HTML allows `<link rel="modulepreload">` in the body, but the validator does not know it yet.
  elements: ["html5", { link: { flow: true, phrasing: true } }],
  extends: ["html-validate:standard"],
};

const pages = new HtmlValidate(new StaticConfigLoader(STANDARD));

/**
 * The rule that emails cannot keep: programs without CSS, and Outlook, take sizes and colours of tables from attributes
 * that HTML no longer has, such as `bgcolor` and `cellpadding`.
 */
const mails = new HtmlValidate(
  new StaticConfigLoader({ ...STANDARD, rules: { "no-deprecated-attr": "off" } }),
);

async function errorsOf(validator: HtmlValidate, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line }) => `html ${ruleId}: ${message}, ${selector ?? `line ${line}`}`,
    ),
  );
}

/** The errors that html-validate finds in the server's HTML, each as `rule: message, element`. */
export const markupErrors = (html: string): Promise<string[]> => errorsOf(pages, html);

/** The same for an email. */
export const mailMarkupErrors = (html: string): Promise<string[]> => errorsOf(mails, html);
