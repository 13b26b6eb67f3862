import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const FEATURES = "app/features";

/** Pairs of features of which the first imports a file of the second. */
function importsBetweenFeatures(): Set<string> {
  const files = readdirSync(FEATURES, { recursive: true, encoding: "utf8" });
  const pairs = files
    .filter((path) => path.includes("/") && /\.tsx?$/.test(path))
    .flatMap((path) => {
      const [feature = ""] = path.split("/");
      const imported = readFileSync(`${FEATURES}/${path}`, "utf8").matchAll(/"~\/features\/([^/"]+)\//g);
      return Array.from(imported, ([, other = ""]) => `${feature} → ${other}`);
    });
  return new Set(pairs);
}

it("two features never import each other", () => {
  const pairs = importsBetweenFeatures();
  expect(pairs.size).toBeGreaterThan(50);
  const mutual = [...pairs].filter((pair) => {
    const [feature, other] = pair.split(" → ");
    return feature !== other && pairs.has(`${other} → ${feature}`);
  });
  expect(mutual).toEqual([]);
});
