// The ids of existing records.

/** The API's maximum page size. */
const API_ROWS = 1_000;

/** The newest ids. @param {string} url @param {string} things @param {number} count @returns {Promise<string[]>} */
export async function idsOf(url, things, count) {
  /** @type {string[]} */
  const ids = [];
  for (let page = 1; ids.length < count; page += 1) {
    const response = await fetch(`${url}/api/${things}?limit=${Math.min(count, API_ROWS)}&page=${page}`);
    const rows = /** @type {{ id: string }[]} */ (await response.json());
    if (rows.length === 0) break;
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
