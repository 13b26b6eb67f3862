/**
 * The size of a chunk of a table in an entry, and so in memory. An entry states its size before its bytes.
 */
const PIECE_BYTES = 8 * 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * The rows of a stream in chunks of similar size. In PostgreSQL's text format only the end of a row is a
 * newline.
 */
export async function* splitIntoPieces(
  source: AsyncIterable<Buffer>,
  size = PIECE_BYTES,
): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    const end = bytes + chunk.length < size ? 0 : chunk.lastIndexOf(NEWLINE) + 1;
    gathered.push(end > 0 ? chunk.subarray(0, end) : chunk);
    bytes += chunk.length;
    if (end === 0) continue;
    yield Buffer.concat(gathered);
    gathered = [chunk.subarray(end)];
    bytes = chunk.length - end;
  }
  if (bytes > 0) yield Buffer.concat(gathered);
}
