import { expect, it } from "vitest";
import { isApiPath } from "~/web/api-path";
import { etagMatches } from "~/web/etag";

it.each([
  ['"a"', '"a"'],
  ['W/"a"', '"a"'],
  ['"a"', 'W/"a"'],
  ['"x", W/"a" ,"y"', '"a"'],
  ["*", '"a"'],
])("If-None-Match %s matches %s", (sent, etag) => expect(etagMatches(sent, etag)).toBe(true));

it.each([undefined, null, "", '"b"', '"aa"', "a"])("If-None-Match %j matches nothing", (sent) =>
  expect(etagMatches(sent, '"a"')).toBe(false));

it("the API's documentation page is no API address", () => {
  for (const path of ["/api/news", "/api/openapi.json", "/api/docsy", "/api/"]) {
    expect(isApiPath(path), path).toBe(true);
  }
  for (const path of ["/api/docs", "/api/docs.data", "/api/docs/", "/news", "/apiary"]) {
    expect(isApiPath(path), path).toBe(false);
  }
});
