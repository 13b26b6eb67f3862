import type { ReactNode } from "react";

/** Subjects of our drawings. */
export const ART_MOTIFS = [
  "ruler",
  "bell",
  "candles",
  "stairs",
  "curve",
  "coins",
  "ledger",
  "sea",
  "dial",
] as const;
export type ArtMotif = (typeof ART_MOTIFS)[number];

/** Shapes refer to roles (ground, back, body, side, spot, line); the tone sets their colours. */
export type Drawing = (level: number) => ReactNode;

const round = (value: number) => Math.round(value * 10) / 10;

/** The same random walk for every chart; `level` tilts it. */
const WALK = [0, 5, 1, 7, 4, -2, -6, -1, 3, 9, 6, 12];

/** The half-disc of our mark. */
const dome = (x: number, y: number, radius: number) =>
  `M${round(x - radius)} ${y}a${radius} ${radius} 0 0 1 ${radius * 2} 0z`;

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A range from low to high, with the price's position. */
const ruler: Drawing = (level) => {
  const x = round(90 + level * 140);
  return (
    <>
      <path
        className="rays"
        d={upTo(5)
          .map((i) => dome(x, 120, 54 + i * 9))
          .join("")}
      />
      <path className="spot" d={dome(x, 120, 44)} />
      <path className="line" d="M30 120h260M30 106v28M290 106v28" />
      <path
        className="thin"
        d={upTo(16)
          .map((i) => `M${46 + i * 15.2} 120v${i % 5 === 2 ? 11 : 6}`)
          .join("")}
      />
      <rect className="back" x="30" y="146" width="260" height="7" />
      <rect className="side" x="30" y="146" width={x - 30} height="7" />
    </>
  );
};

/** Concentric domes of a ringing bell. */
const bell: Drawing = (level) => {
  const rings = 3 + Math.round(level * 3);
  const paints = ["back", "body", "side", "spot", "back", "body"];
  return (
    <>
      <path
        className="rays"
        d={upTo(5)
          .map((i) => dome(160, 138, 104 + i * 9))
          .join("")}
      />
      {upTo(rings).map((i) => (
        <path key={i} className={paints[i]} d={dome(160, 138, round(96 - i * (78 / rings)))} />
      ))}
      <rect className="edge" x="40" y="138" width="240" height="4" />
      <path className="spot" d="M146 149a14 14 0 0 0 28 0z" />
    </>
  );
};

/** Candles on a grid, falling or rising. */
const candles: Drawing = (level) => {
  const middle = (i: number) => 92 - (level - 0.5) * 13 * (i - 5.5) - (WALK[i] ?? 0) * 2.2;
  return (
    <>
      <path
        className="grid"
        d="M0 36h320M0 72h320M0 108h320M0 144h320M64 0v180M128 0v180M192 0v180M256 0v180"
      />
      {upTo(11).map((i) => {
        const [open, close] = [middle(i), middle(i + 1)];
        const x = 24 + i * 25;
        const top = round(Math.min(open, close) - 4);
        const height = round(Math.abs(open - close) + 8);
        return (
          <g key={i}>
            <path className="thin" d={`M${x + 7} ${top - 8}v${height + 17}`} />
            <rect className={close < open ? "spot" : "body"} x={x} y={top} width="14" height={height} />
          </g>
        );
      })}
    </>
  );
};

/** Steps towards a low sun. */
const stairs: Drawing = (level) => {
  const rise = 9 + level * 9;
  return (
    <>
      <path className="spot" d={dome(236, 150, 58)} />
      <path
        className="rays"
        d={upTo(4)
          .map((i) => dome(236, 150, 68 + i * 9))
          .join("")}
      />
      {upTo(7).map((i) => {
        const height = round(20 + i * rise);
        return (
          <g key={i}>
            <rect className="body" x={20 + i * 34} y={150 - height} width="26" height={height} />
            <rect className="side" x={38 + i * 34} y={150 - height} width="8" height={height} />
          </g>
        );
      })}
      <rect className="back" y="150" width="320" height="30" />
      <path className="hatch" d="M0 165h320" />
    </>
  );
};

/** Three yield curves. */
const curve: Drawing = (level) => {
  const bend = (i: number) => {
    const end = round(58 + i * 16 - level * 26);
    return `M36 ${142 - i * 6}C${round(70 + level * 50)} ${round(134 - level * 70)} 180 ${end + 14} 288 ${end}`;
  };
  return (
    <>
      <path className="grid" d="M36 40h252M36 74h252M36 108h252M99 24v120M162 24v120M225 24v120" />
      <path className="line" d="M36 24v120h256" />
      <path className="wide wide--back" d={bend(2)} />
      <path className="wide wide--side" d={bend(1)} />
      <path className="wide wide--spot" d={bend(0)} />
      <circle className="spot" cx="288" cy={round(58 - level * 26)} r="8" />
    </>
  );
};

/** Stacks of coins, one in another metal. */
const coins: Drawing = (level) => {
  const stacks = [3, 5, 4, 7, 6].map((most, i) => ({
    x: 32 + i * 52,
    height: Math.max(2, Math.round(most + (level - 0.5) * (i - 2) * 3)),
    other: i === 3,
  }));
  return (
    <>
      <path
        className="rays"
        d={upTo(5)
          .map((i) => dome(160, 152, 82 + i * 10))
          .join("")}
      />
      {stacks.map(({ x, height, other }) =>
        upTo(height).map((coin) => (
          <rect
            key={`${x} ${coin}`}
            className={other ? "spot" : coin % 2 ? "side" : "body"}
            x={x + (coin % 3)}
            y={141 - coin * 12}
            width="46"
            height="10"
            rx="2"
          />
        )),
      )}
      <rect className="edge" x="20" y="152" width="280" height="4" />
    </>
  );
};

/** A ruled sheet with one highlighted line. */
const ledger: Drawing = (level) => {
  const marked = Math.round(level * 5);
  return (
    <>
      <path className="hatch" d="M0 90h320" />
      <path className="back" d="M70 22h150l30 30v128H70z" />
      <path className="side" d="M220 22v30h30z" />
      {upTo(6).map((i) => (
        <g key={i}>
          <rect
            className={i === marked ? "spot" : "body"}
            x="90"
            y={66 + i * 18}
            width={64 - ((i * 13) % 28)}
            height="7"
          />
          <rect
            className={i === marked ? "spot" : "side"}
            x={196 - ((i * 7) % 16)}
            y={66 + i * 18}
            width={34 + ((i * 7) % 16)}
            height="7"
          />
        </g>
      ))}
      <path className="thin" d="M90 52h90" />
    </>
  );
};

/** The sun over the sea, with a ship. */
const sea: Drawing = (level) => {
  const x = round(60 + level * 120);
  return (
    <>
      <path
        className="rays"
        d={upTo(5)
          .map((i) => dome(210, 116, 56 + i * 9))
          .join("")}
      />
      <path className="spot" d={dome(210, 116, 46)} />
      <rect className="back" y="116" width="320" height="64" />
      <path className="body" d={`M${x} 108h84l-10 16H${x + 12}z`} />
      {upTo(4).map((i) => (
        <rect
          key={i}
          className={i % 2 ? "side" : "body"}
          x={x + 18 + i * 14}
          y={i === 2 ? 86 : 94}
          width="12"
          height={i === 2 ? 22 : 14}
        />
      ))}
      <path className="thin" d="M20 136h60M120 144h90M236 134h50M60 158h110M206 162h70" />
    </>
  );
};

/** A dial with its hand. */
const dial: Drawing = (level) => {
  const angle = Math.PI * (1 - level);
  const at = (radius: number, turn: number) =>
    `${round(160 + Math.cos(turn) * radius)} ${round(142 - Math.sin(turn) * radius)}`;
  return (
    <>
      <path className="body" d={dome(160, 142, 104)} />
      <path className="back" d={dome(160, 142, 88)} />
      <path
        className="thin"
        d={upTo(9)
          .map((i) => `M${at(74, (Math.PI * (i + 1)) / 10)}L${at(84, (Math.PI * (i + 1)) / 10)}`)
          .join("")}
      />
      <path className="wide wide--spot" d={`M160 142L${at(70, angle)}`} />
      <path className="spot" d={dome(160, 142, 18)} />
      <rect className="edge" x="40" y="142" width="240" height="4" />
    </>
  );
};

export const ART_DRAWINGS: Record<ArtMotif, Drawing> = {
  ruler,
  bell,
  candles,
  stairs,
  curve,
  coins,
  ledger,
  sea,
  dial,
};
