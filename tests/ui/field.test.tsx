import { renderToStaticMarkup as html } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ChoiceList } from "~/ui/choice-list";
import { ErrorSummary } from "~/ui/error-summary";
import { Checkbox, Input, PasswordInput, Select, Textarea } from "~/ui/field";
import { FileInput } from "~/ui/file-input";

const bad = { name: "title", label: "Title", hint: "A hint.", error: "Title is required" };

describe("a form field", () => {
  it.each([
    ["Input", <Input key="1" {...bad} />],
    ["PasswordInput", <PasswordInput key="2" {...bad} />],
    ["Select", <Select key="3" {...bad} options={["Tech"]} />],
    ["Textarea", <Textarea key="4" {...bad} />],
    ["Checkbox", <Checkbox key="5" {...bad} />],
    ["FileInput", <FileInput key="6" {...bad} />],
    ["ChoiceList", <ChoiceList key="7" {...bad} options={["published"]} />],
  ])("%s links its error and its hint to the control", (_name, field) => {
    const markup = html(field);
    expect(markup).toContain('aria-describedby="title-error title-hint"');
    expect(markup).toContain('aria-invalid="true"');
    expect(markup).toMatch(/<p class="error" id="title-error">.*Title is required<\/p>/);
    expect(markup).toContain('<p class="hint" id="title-hint">A hint.</p>');
    expect(markup.match(/id="title"/g)).toHaveLength(1);
    expect(markup).toContain("field--bad");
  });

  it("shows no error of its own in a group with one error, but is marked", () => {
    const markup = html(<Input {...bad} errorAt="above" />);
    expect(markup).toContain('aria-describedby="above title-hint"');
    expect(markup).toContain('aria-invalid="true"');
    expect(markup).not.toContain("Title is required");
  });

  it("has no error text if valid", () => {
    const markup = html(<Input name="title" label="Title" />);
    expect(markup).toBe(
      '<div class="field"><label class="label" for="title">Title</label><input dir="auto" id="title" name="title" class="input"/></div>',
    );
  });

  it("accepts another id, so that one page can have two fields of a name", () => {
    const markup = html(<Input {...bad} id="second" />);
    expect(markup).toContain('for="second"');
    expect(markup).toContain('id="second-error"');
    expect(markup).toContain('name="title"');
  });

  it("is marked as required, visibly and for the browser", () => {
    const markup = html(<Input name="title" label="Title" required />);
    expect(markup).toContain('<span class="needed" aria-hidden="true"> *</span>');
    expect(markup).toContain('required=""');
  });
});

it("hides a password by default, and has no button without script", () => {
  const markup = html(<PasswordInput name="password" label="Password" />);
  expect(markup).toContain('type="password"');
  expect(markup).toMatch(/<with-script><button type="button"[^>]*data-reveal="password"/);
});

it("does not require a stored picture again", () => {
  const current = { src: "/a.webp", alt: "In use" };
  expect(html(<FileInput name="image" label="Picture" required />)).toContain('required=""');
  expect(html(<FileInput name="image" label="Picture" required current={current} />)).not.toContain(
    "required=",
  );
});

it("has an empty choice in its menu only if that has a label", () => {
  expect(html(<Select name="c" label="Category" options={["Tech"]} blank="All" />)).toContain(
    '<option value="">All</option><option value="Tech">Tech</option>',
  );
  expect(html(<Select name="c" label="Category" options={["Tech"]} />)).not.toContain('value=""');
});

it("the error summary is announced, focused and linked to the fields", () => {
  const markup = html(
    <ErrorSummary title="Nothing was saved" errors={[{ href: "#title", message: "Title is required" }]} />,
  );
  expect(markup).toMatch(/^<section class="summary-box" role="alert"[^>]*tabindex="-1" autofocus=""/);
  expect(markup).toContain('<a href="#title">Title is required</a>');
});
