import type { CreateTableBuilder } from 'kysely'
import { columns, countingKey, integer, type Migration, real, sortedText, text } from '../frozen/migration.ts'

/** Adds a column with the id of a row without which this one is deleted. */
function owned(table: CreateTableBuilder<string>, column: string, of: string): CreateTableBuilder<string> {
  return table.addColumn(column, 'integer', (built) =>
    built.notNull().references(`${of}.id`).onDelete('cascade'),
  )
}

/** Runs in which what several orders need is fetched, and where products are stored. */
export const createPickRuns: Migration = {
  name: '0049-pick-runs',
  async up(db) {
    await db.schema.alterTable('products').addColumn('location', 'text').execute()
    const time = sortedText(db)
    const create = (name: string): CreateTableBuilder<string> =>
      db.schema.createTable(name).addColumn('id', countingKey(db))
    const requested = create('pick_runs').addColumn('request', 'text', (column) => column.notNull().unique())
    const made = columns(requested, text, ['state', 'created_by', 'left_out'], true)
    const runs = columns(columns(made, time, ['created_at'], true), integer, ['is_partial'], true)
    await columns(columns(runs, time, ['ended_at'], false), text, ['ended_by'], false).execute()
    const orders = owned(owned(create('pick_run_orders'), 'run_id', 'pick_runs'), 'order_id', 'orders')
    await columns(orders, integer, ['place'], true).execute()
    const lines = owned(create('pick_lines'), 'run_id', 'pick_runs')
    const counted = columns(lines, integer, ['place', 'is_short', 'revision'], true)
    const required = columns(columns(counted, real, ['found'], true), text, ['counted_by'], true)
    await columns(required, text, ['code', 'name', 'location', 'changed_by'], false).execute()
    const parts = owned(owned(create('pick_parts'), 'line_id', 'pick_lines'), 'order_id', 'orders')
    await columns(parts, real, ['quantity'], true).execute()
    const ticks = owned(
      db.schema.createTable('pick_ticks').addColumn('id', 'text', (column) => column.primaryKey()),
      'line_id',
      'pick_lines',
    )
    await columns(columns(ticks, time, ['at'], true), text, ['staff_name'], true).execute()
    for (const [table, column] of [
      ['pick_run_orders', 'run_id'],
      ['pick_run_orders', 'order_id'],
      ['pick_lines', 'run_id'],
      ['pick_parts', 'line_id'],
      ['pick_parts', 'order_id'],
      ['pick_ticks', 'line_id'],
    ] as const) {
      await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
    }
  },
}
