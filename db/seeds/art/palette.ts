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
