import { describe, expect, it } from "vitest";
import { readSubmission } from "~/web/submission.server";

const post = (body: BodyInit, headers?: HeadersInit) =>
  new Request("http://localhost/", { method: "POST", body, headers });

const SENT = "One\r\n\r\nTwo\r\n";
const TYPED = "One\n\nTwo\n";

describe("line ends", () => {
  it("in a form equal those of its page", async () => {
    const { values } = await readSubmission(post(new URLSearchParams({ content: SENT })));
    expect(values.content).toBe(TYPED);
  });

  it("in a form with a file equal those of its page", async () => {
    const form = new FormData();
    form.append("content", TYPED);
    const body = post(form);
    expect(await body.clone().text()).toContain(SENT);
    expect((await readSubmission(body)).values.content).toBe(TYPED);
  });

  it("in each of several values of one name equal those of the page", async () => {
    const { values } = await readSubmission(
      post(
        new URLSearchParams([
          ["benefits", SENT],
          ["benefits", SENT],
        ]),
      ),
    );
    expect(values.benefits).toEqual([TYPED, TYPED]);
  });

  it("in JSON stay as written", async () => {
    const { values } = await readSubmission(
      post(JSON.stringify({ content: SENT }), { "Content-Type": "application/json" }),
    );
    expect(values.content).toBe(SENT);
  });
});
