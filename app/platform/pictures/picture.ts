/** What a page needs to draw a stored picture; `alt` is empty where the words beside it say the same. */
export type StoredPicture = {
  id: string;
  width: number;
  height: number;
  widths: number[];
  alt?: string;
  /** One of `FOCUS_POINTS`. */
  focus?: string;
};

/** The path the API gives for a picture: its largest file. */
export const fullSizePath = ({ id, widths }: StoredPicture): string =>
  `/uploads/${id}/${Math.max(...widths)}.webp`;

/** The path of a picture's smallest file: for a face beside a name. */
export const thumbnailPath = ({ id, widths }: Pick<StoredPicture, "id" | "widths">): string =>
  `/uploads/${id}/${Math.min(...widths)}.webp`;

/** The attributes of an `<img>` that lets the browser choose the width it needs. */
export function pictureAttributes(image: StoredPicture) {
  return {
    src: fullSizePath(image),
    srcSet: image.widths.map((width) => `/uploads/${image.id}/${width}.webp ${width}w`).join(", "),
    width: image.width,
    height: image.height,
    // In the middle is where pictures are cut anyhow.
    ...(image.focus && image.focus !== "centre" ? { focus: image.focus } : {}),
  };
}
