/** The six colours of the house drawings: the light values of `--art-*` in the design tokens. */
export const ART = {
  paper: "#e7e4f6",
  soft: "#bfb9ea",
  mid: "#6a60cf",
  deep: "#1b1464",
  sun: "#f2b632",
  white: "#ffffff",
} as const;

/** What is drawn on white, paper or brass, by day and by night. */
export const INK = ART.deep;

type Scheme = Readonly<Record<keyof typeof ART, `#${string}`>>;

/** Advertisers' own colours, in the place of the house's: nobody shall take an ad for a picture of ours. */
export const AD_SCHEMES = {
  teal: {
    paper: "#e4efec",
    soft: "#a6cfc6",
    mid: "#3d8c82",
    deep: "#0f4f4a",
    sun: "#e39a3b",
    white: "#ffffff",
  },
  forest: {
    paper: "#e8efe3",
    soft: "#b6cfae",
    mid: "#578654",
    deep: "#1f4227",
    sun: "#d8b24a",
    white: "#ffffff",
  },
  rust: {
    paper: "#f7e8dd",
    soft: "#e3ba9f",
    mid: "#b4603a",
    deep: "#4a1f16",
    sun: "#efc16a",
    white: "#ffffff",
  },
  slate: {
    paper: "#e7ecef",
    soft: "#b2c1cb",
    mid: "#587284",
    deep: "#1d2f3d",
    sun: "#df7a5f",
    white: "#ffffff",
  },
  wine: {
    paper: "#f4e7e9",
    soft: "#dcb3bb",
    mid: "#a24a5e",
    deep: "#4b1424",
    sun: "#e8b772",
    white: "#ffffff",
  },
  ochre: {
    paper: "#f5edd9",
    soft: "#dfca95",
    mid: "#a67d29",
    deep: "#463310",
    sun: "#2f706d",
    white: "#ffffff",
  },
} as const satisfies Record<string, Scheme>;

export type AdScheme = keyof typeof AD_SCHEMES;

/** A picture drawn in the house's colours, in those of an advertiser. */
export const recoloured = (svg: string, scheme: AdScheme): string =>
  Object.entries(ART).reduce(
    (drawn, [role, colour]) => drawn.replaceAll(colour, AD_SCHEMES[scheme][role as keyof typeof ART]),
    svg,
  );

export type ArtColour = (typeof ART)[keyof typeof ART];

/** Hatching, defined once per picture by `picture()`; use the values as a fill. */
export const HATCH = {
  deep: "url(#hatch-deep)",
  white: "url(#hatch-white)",
  mid: "url(#hatch-mid)",
  rib: "url(#rib)",
} as const;

export type Hatch = (typeof HATCH)[keyof typeof HATCH];
export type Paint = ArtColour | Hatch;

/**
 * What a colour is for in one picture. A motif names roles only, so the same motif can be drawn
 * by day (`paper`) and by night (`night`) and keeps its contrast.
 */
export type Tone = {
  ground: ArtColour;
  /** the second large area: sea, floor, hills */
  back: ArtColour;
  /** the thing itself */
  body: ArtColour;
  /** its other face */
  side: ArtColour;
  line: ArtColour;
  light: ArtColour;
  /** the one thing the eye goes to */
  spot: ArtColour;
  /** hatching laid over `body` and `side` */
  hatch: Hatch;
  /** hatching laid over `ground` and `back` */
  shade: Hatch;
};

const day = { body: ART.deep, side: ART.mid, line: ART.deep, light: ART.white } as const;

export const TONES = {
  night: {
    ground: ART.deep,
    back: ART.mid,
    body: ART.soft,
    side: ART.mid,
    line: ART.white,
    light: ART.white,
    spot: ART.sun,
    hatch: HATCH.deep,
    shade: HATCH.deep,
  },
  indigo: {
    ground: ART.mid,
    back: ART.deep,
    body: ART.paper,
    side: ART.soft,
    line: ART.deep,
    light: ART.white,
    spot: ART.sun,
    hatch: HATCH.mid,
    shade: HATCH.deep,
  },
  paper: {
    ...day,
    ground: ART.paper,
    back: ART.soft,
    spot: ART.sun,
    hatch: HATCH.white,
    shade: HATCH.mid,
  },
  lilac: {
    ...day,
    ground: ART.soft,
    back: ART.paper,
    spot: ART.sun,
    hatch: HATCH.white,
    shade: HATCH.mid,
  },
  dawn: {
    ...day,
    ground: ART.sun,
    back: ART.paper,
    spot: ART.white,
    hatch: HATCH.white,
    shade: HATCH.deep,
  },
  noon: {
    ...day,
    ground: ART.paper,
    back: ART.sun,
    spot: ART.white,
    hatch: HATCH.white,
    shade: HATCH.deep,
  },
} as const satisfies Record<string, Tone>;

export type ToneName = keyof typeof TONES;
