import { describe, expect, it } from "vitest";
import { NO_ANSWER } from "~/ui/error-page";
import { routeErrorInfo } from "~/web/root-data";

describe("what an error page says", () => {
  it.each([
    "Failed to fetch",
    "NetworkError when attempting to fetch resource.",
    "Load failed",
    "The network connection was lost.",
    "The Internet connection appears to be offline.",
  ])("of a browser's %j: no answer came", (message) => {
    expect(routeErrorInfo(new TypeError(message))).toEqual({ status: NO_ANSWER, message: "" });
  });

  it.each([
    new TypeError("Cannot read properties of undefined (reading 'map')"),
    new Error("Failed to fetch"),
    "Failed to fetch",
    undefined,
  ])("of %s: our fault", (error) => {
    expect(routeErrorInfo(error)).toEqual({ status: 500, message: "" });
  });

  it("of a thrown Response: its own words", () => {
    const thrown = { status: 403, statusText: "", internal: false, data: { message: "Not yours" } };
    expect(routeErrorInfo(thrown)).toEqual({ status: 403, message: "Not yours" });
    expect(routeErrorInfo({ ...thrown, data: null })).toEqual({ status: 403, message: "" });
  });
});
