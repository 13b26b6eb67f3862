/** SQL of a `StoredPicture`, from `images` joined as `i`: null where a left join found none. */
export const STORED_PICTURE_SQL = `case when i.id is not null
  then json_build_object('id', i.id, 'width', i.width, 'height', i.height, 'widths', i.widths) end`;
