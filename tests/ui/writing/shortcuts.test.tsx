import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Shortcuts } from "~/ui/shortcuts";
import { TOOLS } from "~/ui/writing/tool-list";

it("the list of keyboard shortcuts has those of the toolbar, each once", () => {
  const sheet = renderToStaticMarkup(<Shortcuts places={[]} />);
  const keyed = TOOLS.filter((tool) => "keys" in tool);
  expect(keyed.length).toBeGreaterThan(4);
  for (const { keys, label } of keyed) {
    const [last = ""] = keys.split(" ").slice(-1);
    expect(sheet).toMatch(new RegExp(`<kbd>Ctrl[^<]*\\b${last}\\b[^<]*</kbd></dt><dd>[^<]*${label}`, "i"));
  }
  const taken = ["Ctrl K", ...keyed.map(({ keys }) => keys)];
  expect(new Set(taken).size).toBe(taken.length);
});
