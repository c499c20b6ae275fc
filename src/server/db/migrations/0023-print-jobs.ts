import { columns, type Migration, sortedText, text } from '../frozen/migration.ts'

/** Print jobs by the id of the client, so that each is printed at most once. */
export const createPrintJobs: Migration = {
  name: '0026-print-jobs',
  async up(db) {
    let jobs = db.schema.createTable('print_jobs').addColumn('job', 'text', (column) => column.primaryKey())
    jobs = columns(jobs, text, ['printer', 'document', 'staff_id', 'staff_name', 'holder'], true)
    jobs = columns(jobs, sortedText(db), ['claimed_at'], true)
    jobs = columns(jobs, sortedText(db), ['sent_at'], false)
    await columns(jobs, text, ['outcome'], false).execute()
    await db.schema.createIndex('print_jobs_claimed').on('print_jobs').column('claimed_at').execute()
  },
}
