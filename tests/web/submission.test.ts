import { describe, expect, it } from "vitest";
import { readSubmission } from "~/web/submission.server";

const post = (body: BodyInit, headers?: HeadersInit) =>
  new Request("http://localhost/", { method: "POST", body, headers });

const SENT = "One\r\n\r\nTwo\r\n";
const TYPED = "One\n\nTwo\n";

describe("the ends of lines", () => {
  it("are in a form what they were in its page", async () => {
    const { values } = await readSubmission(post(new URLSearchParams({ content: SENT })));
    expect(values.content).toBe(TYPED);
  });

  it("are so in a form that comes with a file", async () => {
    const form = new FormData();
    form.append("content", TYPED);
    const body = post(form);
    expect(await body.clone().text()).toContain(SENT);
    expect((await readSubmission(body)).values.content).toBe(TYPED);
  });

  it("are so in each of several answers by one name", async () => {
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

  it("stay as they are written in JSON", async () => {
    const { values } = await readSubmission(
      post(JSON.stringify({ content: SENT }), { "Content-Type": "application/json" }),
    );
    expect(values.content).toBe(SENT);
  });
});
