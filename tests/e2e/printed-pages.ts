import { inflateSync } from "node:zlib";

/**
 * The text of each page of a PDF printed by Chromium, in drawing order and without spaces. Its objects are
 * plain, and only their streams are compressed. It is not a general PDF reader.
 */
export function printedPages(pdf: Buffer): string[] {
  const objects = new Map<string, string>();
  for (const [, id = "", body = ""] of pdf
    .toString("latin1")
    .matchAll(/(?:^|[\r\n])(\d+) 0 obj\b([\s\S]*?)\bendobj\b/g))
    objects.set(id, body);
  const object = (id: string | undefined) => objects.get(id ?? "") ?? "";
  const fonts = new Map<string, Map<string, string>>();
  const lettersOf = (font: string) => {
    const known =
      fonts.get(font) ?? letters(streamOf(object(/\/ToUnicode (\d+) 0 R/.exec(object(font))?.[1])));
    fonts.set(font, known);
    return known;
  };
  const pagesUnder = (id: string): string[] => {
    const [, kids] = /\/Kids\s*\[([^\]]*)\]/.exec(object(id)) ?? [];
    return kids === undefined ? [id] : references(kids).flatMap(pagesUnder);
  };
  const named = (dictionary: string, kind: string) =>
    new Map(
      [
        ...(new RegExp(`/${kind}\\s*<<([^>]*)>>`).exec(dictionary)?.[1] ?? "").matchAll(/\/(\w+) (\d+) 0 R/g),
      ].map(([, name = "", id = ""]) => [name, id] as const),
    );
  /** The text of a page or a group, including nested groups. */
  const textOf = (dictionary: string, content: string): string => {
    const [fontIds, groups] = [named(dictionary, "Font"), named(dictionary, "XObject")];
    return drawnText(content, {
      font: (name) => lettersOf(fontIds.get(name) ?? ""),
      group: (name) => {
        const group = object(groups.get(name));
        return /\/Subtype\s*\/Form\b/.test(group) ? textOf(group, streamOf(group)) : "";
      },
    });
  };
  const root = [...objects].find(([, body]) => /\/Type\s*\/Catalog\b/.test(body))?.[1] ?? "";
  return pagesUnder(/\/Pages (\d+) 0 R/.exec(root)?.[1] ?? "").map((page) => {
    const contents = /\/Contents\s*(\[[^\]]*\]|\d+ 0 R)/.exec(object(page))?.[1] ?? "";
    return textOf(
      object(page),
      references(contents)
        .map((id) => streamOf(object(id)))
        .join("\n"),
    );
  });
}

const references = (text: string): string[] => [...text.matchAll(/(\d+) 0 R/g)].map(([, id = ""]) => id);

function streamOf(body: string): string {
  const begin = /\bstream\r?\n/.exec(body);
  if (!begin) return "";
  const bytes = Buffer.from(
    body.slice(begin.index + begin[0].length, body.lastIndexOf("endstream")),
    "latin1",
  );
  return (body.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
}

/** The characters of a font's glyphs, by their hexadecimal codes. */
function letters(map: string): Map<string, string> {
  const known = new Map<string, string>();
  const meaning = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
  for (const [, block = ""] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = "", hex = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      known.set(code.toUpperCase(), meaning(hex));
  for (const [, block = ""] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = "", to = "", hex = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let code = Number.parseInt(from, 16), nth = 0; code <= Number.parseInt(to, 16); code++, nth++)
        known.set(
          code.toString(16).toUpperCase().padStart(from.length, "0"),
          meaning((Number.parseInt(hex, 16) + nth).toString(16).padStart(hex.length, "0")),
        );
  return known;
}

type Drawing = { font: (name: string) => Map<string, string>; group: (name: string) => string };

function drawnText(content: string, { font, group }: Drawing): string {
  let letters = new Map<string, string>();
  let text = "";
  for (const [, name, hex, drawn] of content.matchAll(/\/(\w+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\/(\w+) Do\b/g)) {
    if (name) letters = font(name);
    else if (drawn) text += group(drawn);
    else {
      const width = [...letters.keys()][0]?.length ?? 4;
      for (const code of (hex ?? "").toUpperCase().match(new RegExp(`.{${width}}`, "g")) ?? [])
        text += letters.get(code) ?? "";
    }
  }
  return text.replace(/\s+/g, "");
}
