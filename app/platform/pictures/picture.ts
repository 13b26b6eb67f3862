/** What a page needs to draw a stored picture. */
export type StoredPicture = { id: string; width: number; height: number; widths: number[] };

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
  };
}
