/** Inputs that run a script if a text becomes markup, an attribute or an address. */
const VECTORS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
  "<body onload=alert(1)>",
  "<iframe src=javascript:alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<object data=javascript:alert(1)>",
  "<embed src=javascript:alert(1)>",
  "<a href=javascript:alert(1)>x</a>",
  "<form action=javascript:alert(1)><button>x</button></form>",
  "<button formaction=javascript:alert(1)>x</button>",
  "<details open ontoggle=alert(1)>",
  "<input autofocus onfocus=alert(1)>",
  "<video src=x onerror=alert(1)>",
  "<audio src onloadstart=alert(1)>",
  "<math href=javascript:alert(1)>x</math>",
  "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
  "<base href=javascript:/a/-alert(1)///////>",
  "<link rel=stylesheet href=javascript:alert(1)>",
  "<style>@import 'javascript:alert(1)';</style>",
  "<marquee onstart=alert(1)>x</marquee>",
  "<template><script>alert(1)</script></template>",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "&#1;javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:alert(1)",
] as const;

/** Prefixes that close the context of a text: an element, an attribute, a script, Markdown. */
const WRAPPERS: readonly ((vector: string) => string)[] = [
  (vector) => vector,
  (vector) => `"'>${vector}`,
  (vector) => `</title></textarea></script>${vector}`,
  (vector) => `[x](${vector})`,
  (vector) => `![x](${vector} "${vector}")`,
];

/** 150 texts, none of which may ever run. Those that a browser cannot submit are left out. */
export const HOSTILE_TEXTS: readonly string[] = WRAPPERS.flatMap((wrap) =>
  VECTORS.map((vector) => wrap(vector)),
);

/** Combines the texts into values up to a field's length. Each text is in one of the values. */
export function packed(texts: readonly string[], maxLength: number, separator: string): string[] {
  const packs: string[] = [];
  for (const text of texts.filter(({ length }) => length <= maxLength)) {
    const last = packs.at(-1);
    const joined = `${last}${separator}${text}`;
    if (last !== undefined && joined.length <= maxLength) packs[packs.length - 1] = joined;
    else packs.push(text);
  }
  return packs;
}
