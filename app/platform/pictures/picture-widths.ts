/** Stored widths in pixels: avatar, table row, list, phone or text column, high-resolution screens. */
export const PICTURE_WIDTHS = [160, 320, 480, 720, 1280] as const;
