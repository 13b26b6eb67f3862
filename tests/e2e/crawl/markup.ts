import { HtmlValidate, StaticConfigLoader } from "html-validate";

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    // HTML allows `<link rel="modulepreload">` in the body; the validator does not know that yet.
    elements: ["html5", { link: { flow: true, phrasing: true } }],
    extends: ["html-validate:standard"],
  }),
);

/** What html-validate finds in a page's HTML as the server sent it, `rule: message, element` each. */
export async function markupErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line }) => `html ${ruleId}: ${message}, ${selector ?? `line ${line}`}`,
    ),
  );
}
