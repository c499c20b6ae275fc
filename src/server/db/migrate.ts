/** Not the migrator of Kysely: it takes no lock in SQLite, where several processes may start at once (decision 0018). */

import { type Kysely, sql } from 'kysely'
import { exclusively } from './dialect/dialect.ts'
import type { Migration } from './frozen/migration.ts'
import { createOrders } from './migrations/0001-orders.ts'
import { createSignIn } from './migrations/0002-sign-in.ts'
import { createConsignments } from './migrations/0003-consignments.ts'
import { createRecords } from './migrations/0004-records.ts'
import { sendMail } from './migrations/0005-mail.ts'
import { createRateCards } from './migrations/0006-rate-cards.ts'
import { indexPieceCodes } from './migrations/0007-piece-codes.ts'
import { indexLiveConsignments } from './migrations/0008-live-consignments.ts'
import { createSessions } from './migrations/0009-sessions.ts'
import { makeAddressesSearchable } from './migrations/0010-address-search.ts'
import { recordDeletions } from './migrations/0011-deletions.ts'
import { rememberReleased } from './migrations/0012-late-bookings.ts'
import { noteOverdueMail } from './migrations/0013-overdue-mail.ts'
import { makePhonesSearchable } from './migrations/0014-phone-search.ts'
import { createWebhooks } from './migrations/0015-webhooks.ts'
import { createIntake } from './migrations/0016-intake.ts'
import { createChanges } from './migrations/0017-changes.ts'
import { allowDecimalQuantities } from './migrations/0018-decimal-quantities.ts'
import { createHistory } from './migrations/0019-history.ts'
import { makeMarksSearchable } from './migrations/0020-mark-search.ts'
import { cacheAddresses } from './migrations/0021-verified-addresses.ts'
import { allowAnotherConsignment } from './migrations/0022-another-consignment.ts'
import { createPrintJobs } from './migrations/0023-print-jobs.ts'
import { createExportTickets } from './migrations/0024-export-tickets.ts'
import { indexCustomerConsignments } from './migrations/0025-customer-consignments.ts'
import { createManifests } from './migrations/0026-manifests.ts'
import { createSavedViews } from './migrations/0027-saved-views.ts'
import { makeStatusesSearchable } from './migrations/0028-status-search.ts'
import { skipOrders } from './migrations/0029-skipped-orders.ts'
import { recordStanding } from './migrations/0030-order-standing.ts'
import { takeBackSteps } from './migrations/0031-taking-back.ts'
import { indexCodeNumbers } from './migrations/0032-code-numbers.ts'
import { recordTerms } from './migrations/0033-customer-terms.ts'
import { recordSourceChanges } from './migrations/0034-source-changes.ts'
import { createArrivals } from './migrations/0035-arrivals.ts'
import { storeChanges } from './migrations/0036-stored-changes.ts'
import { createImports } from './migrations/0037-imports.ts'
import { createFeeds } from './migrations/0038-feeds.ts'
import { rankCompanies } from './migrations/0039-companies.ts'
import { countImportRuns } from './migrations/0040-import-runs.ts'
import { indexAccountCustomers } from './migrations/0041-account-customers.ts'
import { indexOrderFilters } from './migrations/0042-order-filters.ts'
import { indexLiveLists } from './migrations/0043-live-lists.ts'
import { createBarcodes } from './migrations/0044-barcodes.ts'
import { indexDuplicates } from './migrations/0045-duplicates.ts'
import { createPickRuns } from './migrations/0046-pick-runs.ts'
import { addDangerousGoods } from './migrations/0047-dangerous-goods.ts'
import { keepPacking } from './migrations/0048-packing.ts'
import { keepQuotedSignature } from './migrations/0049-quoted-signature.ts'
import type { Database } from './schema.ts'

/**
 * In the order in which they are applied, which is also that of their files. New ones are added at the end. Databases
 * have the names of those that were applied to them, so a name never changes: many have another number than their file.
 */
const MIGRATIONS: readonly Migration[] = [
  createOrders,
  createSignIn,
  createConsignments,
  createRecords,
  sendMail,
  createRateCards,
  indexPieceCodes,
  indexLiveConsignments,
  createSessions,
  makeAddressesSearchable,
  recordDeletions,
  rememberReleased,
  noteOverdueMail,
  makePhonesSearchable,
  createWebhooks,
  createIntake,
  createChanges,
  allowDecimalQuantities,
  createHistory,
  makeMarksSearchable,
  cacheAddresses,
  allowAnotherConsignment,
  createPrintJobs,
  createExportTickets,
  indexCustomerConsignments,
  createManifests,
  createSavedViews,
  makeStatusesSearchable,
  skipOrders,
  recordStanding,
  takeBackSteps,
  indexCodeNumbers,
  recordTerms,
  recordSourceChanges,
  createArrivals,
  storeChanges,
  createImports,
  createFeeds,
  rankCompanies,
  countImportRuns,
  indexAccountCustomers,
  indexOrderFilters,
  indexLiveLists,
  createBarcodes,
  indexDuplicates,
  createPickRuns,
  addDangerousGoods,
  keepPacking,
  keepQuotedSignature,
]

/**
 * Applies the missing migrations, each once and in its own transaction, even if several processes start at once.
 */
export async function migrate(
  db: Kysely<Database>,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const missing = await notApplied(db, migrations)
  // If there is nothing to migrate, startup writes nothing and waits for no disk.
  if (missing.length === 0) return
  await exclusively(db, (within) =>
    sql`create table if not exists schema_migrations (name text primary key, applied_at text not null)`.execute(
      within,
    ),
  )
  for (const migration of missing) {
    await exclusively(db, async (within) => {
      const done = await within
        .selectFrom('schema_migrations')
        .select('name')
        .where('name', '=', migration.name)
        .executeTakeFirst()
      if (done) return
      await migration.up(within)
      const applied = { name: migration.name, applied_at: new Date().toISOString() }
      await within.insertInto('schema_migrations').values(applied).execute()
    })
  }
}

/** The names of the migrations that have not been applied; none once the server has started. */
export async function missingMigrations(db: Kysely<Database>): Promise<string[]> {
  return (await notApplied(db, MIGRATIONS)).map(({ name }) => name)
}

/** The names of applied migrations that this version does not have: a newer version has used the database. */
export async function newerMigrations(db: Kysely<Database>): Promise<string[]> {
  const known = new Set(MIGRATIONS.map(({ name }) => name))
  return [...(await appliedBefore(db))].filter((name) => !known.has(name)).sort()
}

async function notApplied(db: Kysely<Database>, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await appliedBefore(db)
  return migrations.filter(({ name }) => !applied.has(name))
}

async function appliedBefore(db: Kysely<Database>): Promise<Set<string>> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'schema_migrations')) return new Set()
  const rows = await db.selectFrom('schema_migrations').select('name').execute()
  return new Set(rows.map(({ name }) => name))
}
