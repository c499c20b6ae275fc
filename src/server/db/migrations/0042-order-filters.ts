import { sql } from 'kysely'
import { isPostgres } from '../dialect/dialect.ts'
import { integer, type Migration, type MigrationConnection } from '../frozen/migration.ts'

/** Indexes for the criteria of lists of orders, and the last order of each day besides the first. */
export const indexOrderFilters: Migration = {
  name: '0045-order-filters',
  async up(db) {
    await noteLastOrders(db)
    for (const step of ['paid', 'ready', 'shipped'] as const) {
      await sql`create index ${sql.ref(`orders_${step}_at`)} on orders (${sql.ref(`${step}_at`)}, id)
        where ${sql.ref(`${step}_at`)} is not null`.execute(db)
    }
    await sql`create index orders_courier on orders (lower(trim(tracking_company)), id)
      where tracking_company is not null`.execute(db)
    // By time, so that nothing takes it for an index of a list in the order of ids.
    await sql`create index orders_waiting on orders (ordered_at, id)
      where shipped_at is null and is_stopped = 0`.execute(db)
    await sql`create index orders_tracking on orders (tracking_code) where tracking_code is not null`.execute(
      db,
    )
    await sql`create index customers_no_email on customers (id) where coalesce(trim(email), '') = ''`.execute(
      db,
    )
    await sql`create index consignments_waiting on consignments (tracking_code)
      where picked_at is null and delivered_at is null and deleted_at is null`.execute(db)
    await sql`create index order_events_staff on order_events (staff_id, order_id)`.execute(db)
    const bytewise = isPostgres(db) ? sql`collate "C"` : sql``
    await sql`create index order_items_product on order_items (upper(product_code) ${bytewise}, order_id)`.execute(
      db,
    )
  },
}

/** Orders may arrive late, so that their ids are not in the order of their days. */
async function noteLastOrders(db: MigrationConnection): Promise<void> {
  await db.schema.alterTable('order_days').addColumn('last_id', integer).execute()
  await sql`update order_days set last_id = newest.id
    from (select substr(ordered_at, 1, 10) as day, max(id) as id from orders group by 1) as newest
    where newest.day = order_days.day`.execute(db)
  const keep = sql`insert into order_days (day, first_id, last_id)
    values (substr(new.ordered_at, 1, 10), new.id, new.id)
    on conflict (day) do update set
      first_id = case when excluded.first_id < order_days.first_id then excluded.first_id else order_days.first_id end,
      last_id = case when excluded.last_id < order_days.last_id then order_days.last_id else excluded.last_id end
    where excluded.first_id < order_days.first_id or excluded.last_id > coalesce(order_days.last_id, 0)`
  if (isPostgres(db)) {
    await sql`create or replace function keep_order_day() returns trigger language plpgsql as $$
      begin ${keep}; return null; end $$`.execute(db)
    return
  }
  await sql`drop trigger order_days_insert`.execute(db)
  await sql`drop trigger order_days_update`.execute(db)
  await sql`create trigger order_days_insert after insert on orders begin ${keep}; end`.execute(db)
  await sql`create trigger order_days_update after update of ordered_at on orders begin ${keep}; end`.execute(
    db,
  )
}
