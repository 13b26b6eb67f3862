declare module "subset-font" {
  /** @param text the characters to keep */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: "sfnt" | "woff2";
      keepFeatures?: readonly string[];
      preserveNameIds?: readonly number[];
      dropTables?: readonly string[];
    },
  ): Promise<Buffer>;
}
