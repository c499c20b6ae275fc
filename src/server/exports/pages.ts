/** Rows of a page: a query of some milliseconds, and a few hundred kilobytes of memory. */
const PAGE = 500

/** Where the page after a row begins: at the row itself, or at its id. */
type ReadPage<Found> = (page: { limit: number; after: Found | null }) => Promise<readonly Found[]>

/**
 * All rows of a list, page by page; each page is read after the previous one has been written. A page begins after
 * the last row of the previous one, so that every page takes equally long and new rows shift none.
 * @param present one row for the file
 */
export async function* pagesOf<Found, Row>(
  read: ReadPage<Found>,
  present: (found: Found) => Row,
): AsyncGenerator<Row[], void> {
  let after: Found | null = null
  for (;;) {
    const found: readonly Found[] = await read({ limit: PAGE, after })
    if (found.length > 0) yield found.map(present)
    if (found.length < PAGE) return
    after = found.at(-1) ?? null
  }
}

/** The records with these codes, page by page. */
export async function* pagesOfCodes<Row>(
  codes: readonly string[],
  read: (codes: readonly string[]) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let start = 0; start < codes.length; start += PAGE) yield await read(codes.slice(start, start + PAGE))
}
