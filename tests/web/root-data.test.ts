import { describe, expect, it } from "vitest";
import { NO_ANSWER } from "~/ui/error-page";
import { routeErrorInfo } from "~/web/root-data";

describe("the text of an error page", () => {
  it.each([
    "Failed to fetch",
    "NetworkError when attempting to fetch resource.",
    "Load failed",
    "The network connection was lost.",
    "The Internet connection appears to be offline.",
  ])("for a browser's %j reports a failed connection", (message) => {
    expect(routeErrorInfo(new TypeError(message))).toEqual({ status: NO_ANSWER, message: "" });
  });

  it.each([
    new TypeError("Cannot read properties of undefined (reading 'map')"),
    new Error("Failed to fetch"),
    "Failed to fetch",
    undefined,
  ])("for %s reports a server error", (error) => {
    expect(routeErrorInfo(error)).toEqual({ status: 500, message: "" });
  });

  it("for a thrown Response is its text", () => {
    const thrown = { status: 403, statusText: "", internal: false, data: { message: "Not yours" } };
    expect(routeErrorInfo(thrown)).toEqual({ status: 403, message: "Not yours" });
    expect(routeErrorInfo({ ...thrown, data: null })).toEqual({ status: 403, message: "" });
  });
});
