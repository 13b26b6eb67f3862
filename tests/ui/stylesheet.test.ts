import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import { build as bundle } from "esbuild";
import { build, type Rollup } from "vite";
import { beforeAll, describe, expect, it } from "vitest";

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Custom properties of a CSS excerpt, in order. */
const properties = (css: string) =>
  [...css.matchAll(/(--color-[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]);

describe("tokens", () => {
  let pairs: { name: string; light: string; dark: string }[];
  let fallback: string;

  beforeAll(async () => {
    const tokens = await readFile(at("app/ui/tokens.css"), "utf8");
    fallback = await readFile(at("app/ui/tokens-fallback.css"), "utf8");
    const found = tokens.matchAll(
      /(--color-[\w-]+): light-dark\((#\w+|rgb\([^)]+\)), (#\w+|rgb\([^)]+\))\)/g,
    );
    pairs = [...found].map(([, name = "", light = "", dark = ""]) => ({ name, light, dark }));
  });

  it("are all light-dark colours that this test can parse", async () => {
    const tokens = await readFile(at("app/ui/tokens.css"), "utf8");
    expect(pairs).toHaveLength(tokens.match(/: light-dark\(/g)?.length ?? 0);
    expect(pairs.length).toBeGreaterThan(30);
  });

  it("have the same values for browsers without light-dark(): light page, dark bands", () => {
    const [page = "", bands = ""] = fallback.split(".band > *");
    expect(properties(page)).toEqual(pairs.map(({ name, light }) => [name, light]));
    expect(properties(bands)).toEqual(pairs.map(({ name, dark }) => [name, dark]));
  });

  it("have enough contrast for text and edges on every paper, in both themes", () => {
    const shade = (name: string, side: "light" | "dark") =>
      pairs.find((pair) => pair.name === `--color-${name}`)?.[side] ?? "";
    const papers = ["bg", "surface", "raised"];
    for (const side of ["light", "dark"] as const) {
      for (const paper of papers) {
        for (const text of ["ink", "muted", "link", "brand-ink", "accent-ink", "up", "down", "warn"])
          expect(
            contrast(shade(text, side), shade(paper, side)),
            `${text} on ${paper}, ${side}`,
          ).toBeGreaterThan(4.5);
        for (const edge of ["line-strong", "focus"])
          expect(
            contrast(shade(edge, side), shade(paper, side)),
            `${edge} on ${paper}, ${side}`,
          ).toBeGreaterThan(3);
      }
      for (const [text, fill] of [
        ["on-brand", "brand"],
        ["on-brand", "brand-hover"],
        ["on-accent", "accent"],
        ["on-accent", "accent-hover"],
        ["on-danger", "danger"],
        ["on-danger", "danger-hover"],
        ["up", "up-tint"],
        ["down", "down-tint"],
        ["warn", "warn-tint"],
        ["accent-ink", "accent-tint"],
      ] as const)
        expect(contrast(shade(text, side), shade(fill, side)), `${text} on ${fill}, ${side}`).toBeGreaterThan(
          4.5,
        );
    }
  });
});

/** WCAG 2.2: relative luminance and contrast ratio of two #rrggbb colours. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
      const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe("the built stylesheet", () => {
  let css: string;

  async function built(sheet: string): Promise<string> {
    const { output } = (await build({
      root: at("."),
      configFile: false,
      logLevel: "silent",
      plugins: [tailwindcss({ optimize: false })],
      build: { write: false, cssMinify: "esbuild", rollupOptions: { input: at(sheet) } },
    })) as Rollup.RollupOutput;
    const found = output.find(({ fileName }) => fileName.endsWith(".css"));
    return found?.type === "asset" ? String(found.source) : "";
  }

  beforeAll(async () => {
    css = await built("app/app.css");
  });

  it("keeps light-dark() for the browser, so that a band can be dark on a light page", () => {
    expect(css).toContain("--color-bg: light-dark(#ffffff, #0d0b1c)");
    expect(css).toMatch(/\.band>\*\{color-scheme:dark/);
    expect(css).not.toContain("--lightningcss");
  });

  it("has utilities for our tokens and none of Tailwind's own palette", () => {
    expect(css).toContain(".text-muted{color:var(--color-muted)}");
    expect(css).not.toMatch(/--color-(red|slate|zinc)-\d/);
  });

  it("fits into ten TCP segments with the response headers, which take 1,030 bytes", () => {
    expect(brotliCompressSync(css).length).toBeLessThanOrEqual(13_570);
  });

  it("excludes staff's styles, which have their own file of at most 5 kB", async () => {
    const own = await built("app/back-office.css");
    expect(own).toContain(".tile--two");
    expect(css).not.toContain(".tile--two");
    expect(brotliCompressSync(own).length).toBeLessThanOrEqual(5 * 1024);
  });

  it("excludes chart styles, which have their own file of at most 3 kB; all files have 20 kB", async () => {
    const charts = await built("app/ui/charts/charts.css");
    expect(charts).toContain(".band-reward");
    expect(css).not.toContain(".band-reward");
    const sizes = [css, charts, await built("app/back-office.css")].map(
      (sheet) => brotliCompressSync(sheet).length,
    );
    expect(sizes[1]).toBeLessThanOrEqual(3 * 1024);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20 * 1024);
  });
});

describe("the chart colours", () => {
  it("have the same values for browsers without light-dark(): light page, dark bands", async () => {
    const roles = await readFile(at("app/ui/charts/chart-roles.css"), "utf8");
    const pairs = [...roles.matchAll(/(--chart-[\w-]+): light-dark\((#\w+), (#\w+)\)/g)];
    const fallback = roles.slice(roles.indexOf("@supports"));
    const [page = "", bands = ""] = fallback.split(".band > *");
    const values = (css: string) =>
      [...css.matchAll(/(--chart-[\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]);
    expect(pairs).toHaveLength(8);
    expect(values(page)).toEqual(pairs.map(([, name, light]) => [name, light]));
    expect(values(bands)).toEqual(pairs.map(([, name, , dark]) => [name, dark]));
  });

  it("have enough contrast for graphics on paper and on bands, in both themes", async () => {
    const roles = await readFile(at("app/ui/charts/chart-roles.css"), "utf8");
    const tokens = await readFile(at("app/ui/tokens.css"), "utf8");
    const shade = (name: string, side: 0 | 1) =>
      `${roles}${tokens}`.match(new RegExp(`${name}: light-dark\\((#\\w+), (#\\w+)\\)`))?.[side + 1] ?? "";
    for (const side of [0, 1] as const) {
      for (const band of ["--chart-zone", "--chart-reward", "--chart-risk"]) {
        expect(contrast(shade("--color-ink", side), shade(band, side))).toBeGreaterThan(7);
        expect(contrast(shade("--color-brand-ink", side), shade(band, side))).toBeGreaterThan(4.5);
        expect(contrast(shade("--chart-bench", side), shade(band, side))).toBeGreaterThan(3);
      }
      for (const line of ["--chart-before", "--chart-zone-edge", "--chart-bar"])
        expect(contrast(shade(line, side), shade("--color-bg", side))).toBeGreaterThan(3);
    }
  });
});

describe("the enhance module", () => {
  it("has at most 5 kB and no imports", async () => {
    const { outputFiles, metafile } = await bundle({
      entryPoints: [at("app/ui/enhance/index.ts")],
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2020",
      write: false,
      metafile: true,
    });
    expect(brotliCompressSync(outputFiles[0]?.contents ?? "").length).toBeLessThanOrEqual(5 * 1024);
    for (const input of Object.keys(metafile.inputs)) expect(input).toContain("app/ui/enhance/");
  });
});
