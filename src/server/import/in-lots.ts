/** Limit of a lot in characters, because a lot is kept in memory. */
const LARGEST = 4_000_000

/** Groups an asynchronous sequence into lots of at most `most` elements, or fewer if they are long. */
export async function* inLots<One>(
  source: AsyncIterable<One>,
  most: number,
  lengthOf: (one: One) => number,
): AsyncGenerator<One[]> {
  let lot: One[] = []
  let size = 0
  for await (const one of source) {
    lot.push(one)
    size += lengthOf(one)
    if (lot.length < most && size < LARGEST) continue
    yield lot
    lot = []
    size = 0
  }
  if (lot.length > 0) yield lot
}
