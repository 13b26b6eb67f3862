/** How much of a table an entry holds, and so how much of it is in memory at a time. An entry says its size before its bytes. */
const PIECE_BYTES = 8 * 1024 * 1024;

const NEWLINE = 0x0a;

/** The rows of a stream in pieces of about one size. In PostgreSQL's text format a newline ends a row and is nowhere else. */
export async function* pieces(source: AsyncIterable<Buffer>, size = PIECE_BYTES): AsyncGenerator<Buffer> {
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
