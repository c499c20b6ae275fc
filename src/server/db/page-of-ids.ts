import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely'
import { isPostgres, searchIndexOf } from './dialect/dialect.ts'
import type { SearchedTable } from './schema.ts'

/** The index that a list of orders is read from. */
export type OrderIndex =
  | 'orders_all'
  | 'orders_branch'
  | 'orders_customer'
  | 'orders_total'
  | 'orders_unpaid'
  | 'orders_paid'
  | 'orders_ready'
  | 'orders_shipped'
  | 'orders_to_pack'

/** One page of a list. Without conditions, terms or bounds it is a page of the whole table. */
interface IdsQuery {
  from: SearchedTable
  /** The index to read the list from; the primary key by default. */
  index?: OrderIndex
  /** On columns of the table, by their own names. */
  conditions?: RawBuilder<SqlBool>[]
  /** All must occur in `search_text`: letters, digits and spaces only, at least three characters each. */
  terms: string[]
  /** The lowest and the highest id of the page. */
  firstId?: number
  lastId?: number
  /** Selects ids, to which all of the page belong: the rows are read by these. */
  among?: RawBuilder<unknown>
  /** Whether few of those may meet the conditions. PostgreSQL must then not start from another index, by its guess. */
  isNarrowed?: boolean
  /** From the lowest id; from the highest by default. */
  oldestFirst?: boolean
  /** Only ids that follow this one in the order of the list. */
  afterId?: number
  limit: number
  offset?: number
}

/** The part of a list that a page shows: by the number of rows before it, or by the id that it follows. */
export type Page = Pick<IdsQuery, 'limit' | 'offset' | 'afterId'>

/** The connections that read lists. */
interface ListReads {
  list: QueryExecutorProvider
  deep: QueryExecutorProvider
}

/** A page with a larger offset is deep: the database skips the rows before it one by one. */
const SHALLOW = 5000

/**
 * A search among at most this many rows reads them all; among more it starts from the index of terms, or reads only
 * this many in the order of the list first.
 */
const SCANNED = 20_000

/** Terms that fewer rows than one in this many contain are counted by the index of terms. */
const RARE = 20

/**
 * The ids of one page, newest first by default, read from an index alone where possible: the rows are wide.
 * For SQLite the index is named in the query, because its planner knows too little of the data to choose well.
 */
export async function pageOfIds(
  reads: ListReads,
  query: IdsQuery,
  scanned: number = SCANNED,
): Promise<number[]> {
  const { list } = reads
  const { conditions = [], terms, offset = 0 } = query
  const filters = [...range(query, 'id'), ...conditions]
  const table = source(list, query)
  const ids = async (found: RawBuilder<unknown>, page = pageBy('id', query)) => {
    const { rows } = await sql<{ id: number }>`${found} ${page}`.execute(offset > SHALLOW ? reads.deep : list)
    return rows.map((row) => row.id)
  }
  if (query.among) {
    const some = sql<SqlBool>`id in (${query.among})`
    const rows =
      query.isNarrowed && isPostgres(list)
        ? foundFirst(query.from, [some], filters)
        : sql`${sql.ref(query.from)} ${where([some, ...filters])}`
    // Not in the order of ids, in which PostgreSQL would rather read the list.
    const page = pageBy(isPostgres(list) ? 'id + 0' : 'id', query)
    return ids(terms.length === 0 ? sql`select id from ${rows}` : scan(list, terms, rows), page)
  }
  if (terms.length === 0) return ids(sql`select id from ${table} ${where(filters)}`)
  const isFew =
    conditions.length > 0 &&
    (await counted(list, scanned + 1, sql`select 1 from ${table} ${where(filters)}`)) <= scanned
  if (isFew) return ids(scan(list, terms, sql`${table} ${where(filters)}`))
  return isPostgres(list)
    ? searchPostgres(list, query, filters, scanned, ids)
    : ids(searchSqlite(query, table))
}

/** All rows of a list, without their order: `orders where …`. */
export function rowsOfList(
  db: QueryExecutorProvider,
  query: Omit<IdsQuery, 'limit' | 'offset' | 'afterId' | 'oldestFirst'>,
): RawBuilder<unknown> {
  const { from, conditions = [], terms, among } = query
  const filters = [...range(query, 'id'), ...conditions]
  if (among) filters.unshift(sql`id in (${among})`)
  if (isPostgres(db)) return sql`${sql.ref(from)} ${where([...filters, ...terms.map(contains)])}`
  if (terms.length === 0) return sql`${among ? sql.ref(from) : source(db, query)} ${where(filters)}`
  const index = sql.ref(searchIndexOf(from))
  const found = sql<SqlBool>`id in (select rowid from ${index} ${where([matches(index, terms)])})`
  return sql`${sql.ref(from)} ${where([found, ...filters])}`
}

function pageBy(by: 'id' | 'id + 0', { oldestFirst, limit, offset = 0 }: IdsQuery): RawBuilder<unknown> {
  return sql`order by ${sql.raw(by)} ${sql.raw(oldestFirst ? 'asc' : 'desc')} limit ${limit} offset ${offset}`
}

/** The number of rows of a list, counted up to `most`. */
export async function countUpTo(
  db: QueryExecutorProvider,
  most: number,
  query: Pick<IdsQuery, 'from' | 'terms' | 'afterId'>,
  scanned: number = SCANNED,
): Promise<number> {
  const { from, terms } = query
  if (!isPostgres(db) && terms.length > 0) {
    const index = sql.ref(searchIndexOf(from))
    return counted(
      db,
      most,
      sql`select 1 from ${index} ${where([matches(index, terms), ...range(query, 'rowid')])}`,
    )
  }
  const filters = range(query, 'id')
  const found = sql`select 1 from ${sql.ref(from)} ${where([...filters, ...terms.map(contains)])}`
  // In the order of ids, because without an order PostgreSQL finds all rows with a common term before it counts any.
  const inOrder = sql`${found} order by id`
  if (terms.length === 0 || (await usesTerms(db, from, sql`${inOrder} limit ${most}`)))
    return counted(db, most, found)
  const first = firstRows(query, filters, scanned)
  const isCommon = (await counted(db, scanned, sql`select 1 from ${first}`)) >= scanned / RARE
  return counted(db, most, isCommon ? inOrder : foundByTerms(query, filters))
}

interface Selection {
  ids: RawBuilder<unknown>
  /** Selects about as many rows, which are counted instead. */
  counted: RawBuilder<unknown>
  /** The number of rows that precede its own in the order of the list. */
  before: number
}

/**
 * The selection of ids that selects fewest, if one of them selects at most `scanned`, or fewer than precede its own;
 * undefined if all select more, so that rows of each are found soon in the order of the list.
 */
export async function fewestOf(
  db: QueryExecutorProvider,
  selections: readonly Selection[],
  scanned: number = SCANNED,
): Promise<RawBuilder<unknown> | undefined> {
  const found = await Promise.all(
    selections.map(async ({ ids, counted: rows, before }) => {
      const most = Math.max(scanned, before)
      return { ids, most, count: await counted(db, most + 1, rows) }
    }),
  )
  const few = found.filter(({ count, most }) => count <= most)
  return few.sort((one, other) => one.count - other.count)[0]?.ids
}

function source(
  db: QueryExecutorProvider,
  { from, index }: Pick<IdsQuery, 'from' | 'index'>,
): RawBuilder<unknown> {
  const table = sql.ref(from)
  return isPostgres(db) || index === undefined ? table : sql`${table} indexed by ${sql.ref(index)}`
}

function range(
  { firstId, lastId, afterId, oldestFirst }: Pick<IdsQuery, 'firstId' | 'lastId' | 'afterId' | 'oldestFirst'>,
  id: 'id' | 'rowid',
): RawBuilder<SqlBool>[] {
  const bounds: RawBuilder<SqlBool>[] = []
  if (firstId !== undefined) bounds.push(sql`${sql.ref(id)} >= ${firstId}`)
  if (lastId !== undefined) bounds.push(sql`${sql.ref(id)} <= ${lastId}`)
  const follows = sql.raw(oldestFirst ? '>' : '<')
  if (afterId !== undefined) bounds.push(sql`${sql.ref(id)} ${follows} ${afterId}`)
  return bounds
}

/** Reads every row of a small set. PostgreSQL would otherwise trust its estimate of how common a term is. */
function scan(db: QueryExecutorProvider, terms: string[], from: RawBuilder<unknown>): RawBuilder<unknown> {
  const hint = isPostgres(db) ? sql`materialized` : sql`not materialized`
  const found = terms.map((term) =>
    isPostgres(db) ? contains(term) : sql<SqlBool>`instr(search_text, ${term}) > 0`,
  )
  return sql`with candidates as ${hint} (select id, search_text from ${from}) select id from candidates ${where(found)}`
}

/**
 * PostgreSQL's planner chooses between the trigram index, for rare terms, and a scan from the newest row. It does not
 * know that common terms seldom meet, and would then scan the whole table. So a scan ends after `scanned` rows, and the
 * index is used for the rest. For a page far down of terms that are common among those rows, the index would find a large
 * part of the table, so more rows are scanned.
 */
async function searchPostgres(
  list: QueryExecutorProvider,
  query: IdsQuery,
  filters: RawBuilder<SqlBool>[],
  scanned: number,
  ids: (found: RawBuilder<unknown>, page?: RawBuilder<unknown>) => Promise<number[]>,
): Promise<number[]> {
  const { from, conditions = [], terms, limit, offset = 0 } = query
  const found = sql`select id from ${sql.ref(from)} ${where([...filters, ...terms.map(contains)])}`
  if (await usesTerms(list, from, sql`${found} ${pageBy('id', query)}`)) return ids(found)
  const first = await ids(sql`select id from ${firstRows(query, filters, scanned)}`)
  // Of a list with conditions it is known that it has more rows.
  const isAll = async () =>
    conditions.length === 0 &&
    (await counted(list, scanned + 1, sql`select 1 from ${sql.ref(from)} ${where(filters)}`)) <= scanned
  if (first.length === limit || (await isAll())) return first
  const some = sql`select 1 from ${firstRows(query, filters, scanned)}`
  if (offset > 0 && (await counted(list, scanned, some)) >= scanned / RARE) {
    const far = await ids(sql`select id from ${firstRows(query, filters, (offset + limit) * RARE)}`)
    if (far.length === limit) return far
  }
  return ids(foundByTerms(query, filters), pageBy('id + 0', query))
}

/** The rows with all terms among the first `scanned` rows of a list. */
function firstRows(
  { from, terms, oldestFirst }: Pick<IdsQuery, 'from' | 'terms' | 'oldestFirst'>,
  filters: RawBuilder<SqlBool>[],
  scanned: number,
): RawBuilder<unknown> {
  const order = sql.raw(oldestFirst ? 'asc' : 'desc')
  const rows = sql`select id, search_text from ${sql.ref(from)} ${where(filters)} order by id ${order} limit ${scanned}`
  return sql`(${rows}) as first ${where(terms.map(contains))}`
}

/** The ids of the rows with all terms, in no order, from PostgreSQL's index of terms. */
function foundByTerms(
  { from, terms }: Pick<IdsQuery, 'from' | 'terms'>,
  filters: RawBuilder<SqlBool>[],
): RawBuilder<unknown> {
  return sql`select id from ${foundFirst(from, terms.map(contains), filters)}`
}

/**
 * The rows of a table that meet all conditions, of which PostgreSQL looks at the first ones first: `offset 0` keeps the
 * planner from starting at an index of the others.
 */
function foundFirst(
  from: SearchedTable,
  first: RawBuilder<SqlBool>[],
  others: RawBuilder<SqlBool>[],
): RawBuilder<unknown> {
  return sql`(select * from ${sql.ref(from)} ${where(first)} offset 0) as ${sql.ref(from)} ${where(others)}`
}

/** Whether PostgreSQL's plan of a query reads the trigram index of a table. */
async function usesTerms(
  db: QueryExecutorProvider,
  from: SearchedTable,
  query: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`explain (format json) ${query}`.execute(db)
  return JSON.stringify(rows).includes(`"${from}_search"`)
}

/** Whether a searched row contains a term. */
export function contains(term: string): RawBuilder<SqlBool> {
  return sql`search_text like ${`%${term}%`}`
}

/** The trigram index returns matches newest first; each is then looked up in the index of the filter. */
function searchSqlite(query: IdsQuery, table: RawBuilder<unknown>): RawBuilder<unknown> {
  const { from, conditions = [], terms } = query
  const index = sql.ref(searchIndexOf(from))
  const found = [matches(index, terms), ...range(query, 'rowid')]
  if (conditions.length > 0) {
    const row = sql<SqlBool>`id = ${index}.rowid`
    found.push(sql`exists (select 1 from ${table} ${where([row, ...conditions])})`)
  }
  return sql`select rowid as id from ${index} ${where(found)}`
}

function matches(index: RawBuilder<unknown>, terms: string[]): RawBuilder<SqlBool> {
  return sql`${index} match ${terms.map((term) => `"${term}"`).join(' AND ')}`
}

async function counted(db: QueryExecutorProvider, most: number, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${query} limit ${most}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

function where(conditions: RawBuilder<SqlBool>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}
