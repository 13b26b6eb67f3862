import { fullSizePath, type StoredPicture } from "../pictures/picture";

/** The picture that replaces the wordmark. */
export type SiteLogo = {
  id: string;
  src: string;
  widths: number[];
  width: number;
  height: number;
  /** Whether the logo is dark or light: on a background of the same tone it gets a plate. */
  tone: "dark" | "light";
};

export const toSiteLogo = (picture: StoredPicture, tone: SiteLogo["tone"] = "dark"): SiteLogo => ({
  id: picture.id,
  src: fullSizePath(picture),
  widths: picture.widths,
  width: picture.width,
  height: picture.height,
  tone,
});
