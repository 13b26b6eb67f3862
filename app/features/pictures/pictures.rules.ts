/** The picture library in the back-office. */
export const LIBRARY_PATH = "/admin/pictures";
