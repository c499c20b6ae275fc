import { columns, countingKey, integer, type Migration, sortedText, text } from '../frozen/migration.ts'

/** What came from outside and waits for a person, what staff mended in it, and when each source was heard. */
export const createArrivals: Migration = {
  name: '0038-arrivals',
  async up(db) {
    const time = sortedText(db)
    const arrivals = db.schema
      .createTable('arrivals')
      .addColumn('id', countingKey(db))
      .addColumn('identity', 'text', (column) => column.notNull().unique())
    const required = columns(
      columns(
        arrivals,
        text,
        ['content', 'source', 'origin', 'original', 'faults', 'state', 'search_text'],
        true,
      ),
      integer,
      ['line', 'size', 'revision'],
      true,
    )
    await columns(
      columns(columns(required, time, ['arrived_at', 'came_at'], true), time, ['settled_at'], false),
      text,
      ['kind', 'code', 'name', 'raw', 'settled_by', 'reason'],
      false,
    ).execute()
    await db.schema.createIndex('arrivals_state').on('arrivals').columns(['state', 'id']).execute()
    await db.schema.createIndex('arrivals_code').on('arrivals').columns(['source', 'kind', 'code']).execute()
    const corrections = db.schema.createTable('arrival_corrections').addColumn('id', countingKey(db))
    await columns(
      columns(corrections, text, ['source', 'kind', 'code', 'field', 'came', 'mended'], true),
      time,
      ['used_at'],
      true,
    ).execute()
    await db.schema
      .createIndex('arrival_corrections_field')
      .unique()
      .on('arrival_corrections')
      .columns(['source', 'kind', 'code', 'field'])
      .execute()
    const sources = db.schema
      .createTable('arrival_sources')
      .addColumn('source', 'text', (column) => column.primaryKey())
    await columns(
      columns(sources, time, ['heard_at', 'failing_since'], false),
      text,
      ['failure'],
      false,
    ).execute()
    const hours = db.schema.createTable('arrival_hours').addColumn('id', countingKey(db))
    await columns(columns(hours, text, ['source'], true), time, ['hour'], true).execute()
    await db.schema
      .createIndex('arrival_hours_hour')
      .unique()
      .on('arrival_hours')
      .columns(['source', 'hour'])
      .execute()
  },
}
