import { spec } from "tests/support/spec";
import { expect, it } from "vitest";
import { negotiateEncoding } from "~/platform/accepted-encoding";

it.each([
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=1.0, gzip;q=0.8, *;q=0.1", "br"],
  ["br;q=0.5,gzip", "gzip"],
  ["br;q=0, gzip;q=0.001", "gzip"],
  ["br ; q=0 , gzip", "gzip"],
  ["BR;Q=0, gzip", "gzip"],
  ["identity, gzip", "gzip"],
  ["*", "br"],
  ["*;q=0.5, br;q=0", "gzip"],
  ["*;q=0, gzip", "gzip"],
] as const)("%j gets %s", spec("beyond pages answers files come"), (header, coding) =>
  expect(negotiateEncoding(header)).toBe(coding),
);

it.each([
  undefined,
  "",
  "identity",
  "deflate, zstd",
  "br;q=0",
  "br;q=0.000, gzip;q=0",
  "*;q=0",
  "identity, br;q=0.5, gzip;q=0.5",
  "brotli, x-br, br-x, gzip2",
  "br;q=nonsense",
])("%j gets no compression", (header) => expect(negotiateEncoding(header)).toBeUndefined());

it("negotiation stays correct after more headers than its cache holds", () => {
  for (let nth = 0; nth < 250; nth += 1) expect(negotiateEncoding(`gzip;q=0.${nth + 100}`)).toBe("gzip");
  expect(negotiateEncoding("br, gzip")).toBe("br");
});
