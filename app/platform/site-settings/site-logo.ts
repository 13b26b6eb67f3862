import { fullSizePath, type StoredPicture } from "../pictures/picture";

/** The picture that is drawn where the wordmark was. */
export type SiteLogo = {
  id: string;
  src: string;
  widths: number[];
  width: number;
  height: number;
  /** Whether it is drawn in dark or in light colours: on a page of the same tone a plate lies under it. */
  tone: "dark" | "light";
};

export const logoOf = (picture: StoredPicture, tone: SiteLogo["tone"] = "dark"): SiteLogo => ({
  id: picture.id,
  src: fullSizePath(picture),
  widths: picture.widths,
  width: picture.width,
  height: picture.height,
  tone,
});
