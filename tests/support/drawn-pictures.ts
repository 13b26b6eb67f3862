import sharp from "sharp";

/** A picture of one colour, 400 by 300 pixels, as a person would upload. */
export async function drawnPicture(background = "#1B1464"): Promise<File> {
  const drawn = sharp({ create: { width: 400, height: 300, channels: 3, background } });
  return new File([new Uint8Array(await drawn.png().toBuffer())], "chosen.png", { type: "image/png" });
}

/** Which of two such pictures was served. */
export async function colourOf(served: Response): Promise<"red" | "blue"> {
  const { dominant } = await sharp(Buffer.from(await served.arrayBuffer())).stats();
  return dominant.r > dominant.b ? "red" : "blue";
}
