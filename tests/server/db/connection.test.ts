import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onPostgres } from '../databases.ts'

onPostgres((database) => {
  it('a connection that breaks within a transaction fails only that transaction', async () => {
    const { db } = database
    let isBroken = false
    const work = db.transaction().execute(async (within) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(within)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      isBroken = true
      await sql`select 1`.execute(within)
    })
    // The message depends on the moment of the failure.
    await expect(work).rejects.toThrow()
    expect(isBroken).toBe(true)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })
})
