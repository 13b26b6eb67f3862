/** The data to draw a stored picture; `alt` is empty if the text next to it says the same. */
export type StoredPicture = {
  id: string;
  width: number;
  height: number;
  widths: number[];
  alt?: string;
  /** One of `FOCUS_POINTS`. */
  focus?: string;
};

/** The path of a picture in the API: its largest file. */
export const fullSizePath = ({ id, widths }: StoredPicture): string =>
  `/uploads/${id}/${Math.max(...widths)}.webp`;

/** The path of a picture's smallest file: for an avatar. */
export const thumbnailPath = ({ id, widths }: Pick<StoredPicture, "id" | "widths">): string =>
  `/uploads/${id}/${Math.min(...widths)}.webp`;

/** The attributes of an `<img>`; the browser chooses the width. */
export function pictureAttributes(image: StoredPicture) {
  return {
    src: fullSizePath(image),
    srcSet: image.widths.map((width) => `/uploads/${image.id}/${width}.webp ${width}w`).join(", "),
    width: image.width,
    height: image.height,
    // Pictures are cropped around the centre by default.
    ...(image.focus && image.focus !== "centre" ? { focus: image.focus } : {}),
  };
}
