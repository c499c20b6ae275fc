import pg from 'pg'

/** A business of ten years: each year is the last year of the demo, multiplied. */
const YEARS = 10

/** Customers and products in a database of ten million orders for each of the demo's. */
const RECORDS = 1000

/** The copies of so many rows follow one another, not those of each row, so that equal texts are not side by side. */
const TOGETHER = 50

/** Added to the ids of orders for their codes: seven digits, so that they differ from the demo's. */
const CODES_FROM = 2_000_000

/**
 * The rows of the demo that are multiplied, in the order in which the tables are filled. Each has its `place` from 0
 * among `rows`, and so has what it belongs to.
 */
const DEMO: Readonly<Record<string, string>> = {
  customers: 'select * from customers',
  products: 'select * from products',
  orders: `select orders.*, demo_customers.place as customer_place from orders
    join demo_customers on demo_customers.id = orders.customer_id
    where ordered_at > (select (left(max(ordered_at), 4)::integer - 1)::text || substr(max(ordered_at), 5) from orders)`,
  order_items: `select order_items.*, ${belongsTo('order')} from order_items
    join demo_orders on demo_orders.id = order_items.order_id`,
  // The demo has no actions, but what they lead to.
  order_events: `select 0 as id, action, 'local:tane' as staff_id, 'Tāne' as staff_name, at,
    '{"date_paid":"2026-11-01","payment_amount":1137.87,"payment_method":"bank","reference":""}' as details,
    json_build_object('before', json_build_object(changed, null), 'after', json_build_object(changed, at))::text as changes,
    ${belongsTo('order')} from demo_orders cross join lateral (values ('payment', 'paid_at', paid_at),
      ('ready', 'ready_at', ready_at), ('create-consignment', 'shipped_at', shipped_at)) as done (action, changed, at)
    where at is not null`,
  outbox: `select outbox.*, ${belongsTo('order')}, code from outbox join demo_orders on demo_orders.id = order_id`,
  email_events: `select email_events.*, ${belongsTo('outbox')}, order_place, order_rows, code from email_events
    join demo_outbox on demo_outbox.id::text = email_id`,
  consignments: `select consignments.*, ${belongsTo('order')}, code, customer_place from consignments
    join demo_orders on code = order_code`,
  consignment_parts: `select consignment_parts.*, ${belongsTo('consignment')} from consignment_parts
    join demo_consignments on demo_consignments.id = consignment_id`,
  consignment_events: `select consignment_events.*, ${belongsTo('consignment')} from consignment_events
    join demo_consignments on demo_consignments.id = consignment_id`,
  // Of one consignment in twenty the label has not been printed.
  label_prints: `select demo_consignments.id as id, staff_id, staff_name, created_at as at, ${belongsTo('consignment')}
    from demo_consignments where place % 20 > 0`,
}

function belongsTo(parent: string): string {
  const table = `demo_${parent === 'outbox' ? parent : `${parent}s`}`
  return `${table}.place as ${parent}_place, ${table}.rows as ${parent}_rows`
}

/** SQL of the columns that differ from copy to copy, over `year` (0 is the last), `copy` and the row `demo`. */
function columnsFor(
  copies: number,
  records: number,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const id = (place: string, rows: string) => {
    const before = `demo.${place} / ${TOGETHER} * ${TOGETHER}`
    const together = `least(${TOGETHER}, demo.${rows} - ${before})`
    return `(((${YEARS - 1} - year) * demo.${rows} + ${before}) * ${copies} + copy * ${together} + demo.${place} % ${TOGETHER} + 1)`
  }
  const recordId = { id: `demo.place * ${records} + copy + 1` }
  const orderId = id('order_place', 'order_rows')
  const codeOf = (order: string) => `(${order} + ${CODES_FROM})::text`
  const number = `(year * ${copies} + copy)`
  const suffixed = (text: string) => `${text} || lpad(${number}::text, 5, '0')`
  const otherwise = (text: string) => `${text} || case when copy = 0 then '' else '-' || copy end`
  const searched = (
    code: string,
    order: string,
  ) => `replace(replace(demo.search_text, ${code}, ${codeOf(order)}),
    coalesce(lower(demo.tracking_code), '?'), ${suffixed("coalesce(lower(demo.tracking_code), '')")})`
  const renamed = (column: string) => `replace(demo.${column}, demo.code, ${codeOf(orderId)})`
  // Half of the orders are of the demo's customers, who have thousands each, and half of their copies.
  const customer = `(case when copy % 2 = 0 then 0 else ${number} / 2 % ${records} end)`
  const own = id('place', 'rows')
  return {
    // The longest first.
    orders: {
      id: own,
      code: codeOf(own),
      customer_id: `demo.customer_place * ${records} + ${customer} + 1`,
      tracking_code: suffixed('demo.tracking_code'),
      search_text: searched('demo.code', own),
    },
    customers: {
      ...recordId,
      code: otherwise('demo.code'),
      search_text: `replace(demo.search_text, demo.code, demo.code || case when copy = 0 then '' else copy::text end)`,
    },
    products: { ...recordId, code: otherwise('demo.code'), cms_id: otherwise('demo.cms_id') },
    order_items: { id: own, order_id: orderId },
    order_events: { id: own, order_id: orderId, reverts: 'null::integer' },
    outbox: { id: own, order_id: orderId, subject: renamed('subject'), body: renamed('body') },
    email_events: {
      id: own,
      email_id: `${id('outbox_place', 'outbox_rows')}::text`,
      subject: renamed('subject'),
      search_text: renamed('search_text'),
    },
    consignments: {
      id: own,
      tracking_code: suffixed('demo.tracking_code'),
      quote_id: suffixed('demo.quote_id'),
      order_code: codeOf(orderId),
      customer_code: `demo.customer_code || case ${customer} when 0 then '' else '-' || ${customer} end`,
      search_text: searched('demo.code', orderId),
    },
    consignment_parts: {
      id: own,
      consignment_id: id('consignment_place', 'consignment_rows'),
      label: suffixed('demo.label'),
    },
    consignment_events: { id: own, consignment_id: id('consignment_place', 'consignment_rows') },
    label_prints: { id: own, consignment_id: id('consignment_place', 'consignment_rows') },
  }
}

const TABLES = Object.keys(DEMO)

/** Columns with a time, which goes back with the years. Its text begins with the year. */
const TIME = /_at$|^at$|^date$|_since$|_until$/

/** Tables that are filled at the same time. */
const WORKERS = 3

/**
 * Fills a PostgreSQL database that has the demo with the history of a large business: orders with customers, items,
 * actions, consignments with pieces and events, and e-mails with events, all in proportion and in order of time.
 * Indexes are made after the rows.
 */
export async function fillTenYears(databaseUrl: string, orders: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { copies, records } = await keepDemo(client, orders)
    const { makes, references } = await dropIndexes(client)
    const waiting = Object.entries(columnsFor(copies, records)).map(
      ([table, own]) =>
        async (within: pg.Client) => {
          const isRecord = table === 'customers' || table === 'products'
          await within.query(await insertion(within, table, own, isRecord ? [records, 1] : [copies, YEARS]))
          for (const statement of makes.get(table) ?? []) await within.query(statement)
          await within.query(
            `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
          )
        },
    )
    const work = async () => {
      const worker = new pg.Client({ connectionString: databaseUrl })
      await worker.connect()
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await worker.query('begin')
        await next(worker)
        await worker.query('commit')
      }
      await worker.end()
    }
    await Promise.all(Array.from({ length: WORKERS }, work))
    for (const statement of references) await client.query(statement)
    await client.query('truncate order_days')
    await client.query(`insert into order_days (day, first_id, last_id)
      select substr(ordered_at, 1, 10), min(id), max(id) from orders group by 1`)
    for (const table of TABLES) await client.query(`drop table demo_${table}`)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Copies the demo into tables of its own. Returns how often its orders, and its customers and products, are multiplied. */
async function keepDemo(client: pg.Client, orders: number): Promise<{ copies: number; records: number }> {
  for (const [table, query] of Object.entries(DEMO)) {
    await client.query(`create unlogged table demo_${table} as
      select (row_number() over (order by id) - 1)::integer as place, (count(*) over ())::integer as rows, *
      from (${query}) as found order by 1`)
    await client.query(`alter table demo_${table} add primary key (place)`)
    await client.query(`analyze demo_${table}`)
  }
  const { rows } = await client.query<{ rows: number }>('select rows from demo_orders limit 1')
  return {
    copies: Math.ceil(orders / YEARS / (rows[0]?.rows ?? 0)),
    records: Math.max(2, Math.round((RECORDS * orders) / 10_000_000)),
  }
}

/** @param times how many copies of each year, and how many years */
async function insertion(
  client: pg.Client,
  table: string,
  own: Readonly<Record<string, string>>,
  [copies, years]: [number, number],
): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
    [table],
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => {
    const earlier = `(left(demo.${name}, 4)::integer - year)::text || substr(demo.${name}, 5)`
    return own[name] ?? (TIME.test(name) ? earlier : `demo.${name}`)
  })
  // Each part depends on the one before it, so that the rows are made in the order of their ids.
  return `truncate ${table}; insert into ${table} (${names.join(', ')}) overriding system value select ${values.join(', ')}
    from generate_series(${years - 1}, 0, -1) as year
    cross join lateral generate_series(0 * year, (select max(place) / ${TOGETHER} from demo_${table})) as part
    cross join lateral generate_series(0 * part, ${copies - 1}) as copy
    cross join lateral (select * from demo_${table}
      where place >= part * ${TOGETHER} and place < (part + 1) * ${TOGETHER} + 0 * copy order by place offset 0) as demo`
}

/** Drops indexes and constraints of the tables and disables their triggers. Returns the statements that restore them. */
async function dropIndexes(
  client: pg.Client,
): Promise<{ makes: Map<string, string[]>; references: string[] }> {
  interface Part {
    table: string
    name: string
    type: string
    made: string
  }
  const { rows: constraints } = await client.query<Part>(
    `select conrelid::regclass::text as table, conname as name, contype as type, pg_get_constraintdef(oid) as made
      from pg_constraint where contype in ('p', 'u', 'f')
      and (conrelid = any ($1::regclass[]) or confrelid = any ($1::regclass[])) order by contype = 'f' desc`,
    [TABLES],
  )
  const { rows: indexes } = await client.query<Part>(
    `select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
      from pg_index where indrelid = any ($1::regclass[])
      and not exists (select 1 from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
    [TABLES],
  )
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint "${name}"`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`)
  const adding = ({ table, name, made }: Part) => `alter table ${table} add constraint "${name}" ${made}`
  const makes = TABLES.map((table): [string, string[]] => [
    table,
    [
      ...constraints.filter((one) => one.table === table && one.type !== 'f').map(adding),
      ...indexes.filter((one) => one.table === table).map(({ made }) => made),
      `alter table ${table} enable trigger user`,
    ],
  ])
  return { makes: new Map(makes), references: constraints.filter(({ type }) => type === 'f').map(adding) }
}
