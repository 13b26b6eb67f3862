import { HtmlValidate, StaticConfigLoader } from "html-validate";

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    // HTML allows `<link rel="modulepreload">` in the body, but the validator does not know it yet.
    elements: ["html5", { link: { flow: true, phrasing: true } }],
    extends: ["html-validate:standard"],
  }),
);

/** The errors that html-validate finds in the server's HTML, each as `rule: message, element`. */
export async function markupErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line }) => `html ${ruleId}: ${message}, ${selector ?? `line ${line}`}`,
    ),
  );
}
