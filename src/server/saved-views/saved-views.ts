import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type { Insertable, Kysely, Transaction, Updateable } from 'kysely'
import { changeView, deleteView, listSavedViews, MOST_VIEWS, saveView } from '../../contract/saved-views.ts'
import { movedTo, viewNameFault } from '../../domain/lists/saved-view.ts'
import { lockName } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import { serveCall } from '../http/call-route.ts'
import { invalidField, Refusal } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'

const DONE = { success: true, message: null }
const GONE = 'That view was deleted.'

/** The calls of the capability `saved-views`. Users see and change only their own views. */
export function savedViewRoutes(app: Hono<SessionEnv>, { db }: { db: Kysely<Database> }): void {
  serveCall(app, listSavedViews, async ({ staff }) =>
    (await viewsOf(db, staff.id)).map(({ id, list, name, address, is_default }) => ({
      id,
      list,
      name,
      address,
      is_default: is_default === 1,
    })),
  )

  serveCall(app, saveView, async ({ staff, body }) => {
    await db.transaction().execute(async (within) => {
      const views = await lockedViewsOf(within, staff.id)
      if (views.length >= MOST_VIEWS) {
        throw new Refusal(422, `You have ${MOST_VIEWS} saved views. Delete one in the settings first.`)
      }
      const view = { ...body, id: randomUUID(), name: body.name.trim() }
      checkName(view, views)
      if (view.is_default) await clearDefault(within, staff.id)
      await insertView(within, {
        ...view,
        staff_id: staff.id,
        place: (views.at(-1)?.place ?? -1) + 1,
        is_default: Number(view.is_default),
      })
    })
    return DONE
  })

  serveCall(app, changeView, async ({ staff, body, parameter }) => {
    await db.transaction().execute(async (within) => {
      const views = await lockedViewsOf(within, staff.id)
      const view = views.find(({ id }) => id === parameter('id'))
      if (!view) throw new Refusal(404, GONE)
      const { name, is_default, place } = body
      if (name !== undefined) {
        checkName({ ...view, name }, views)
        await updateView(within, view.id, { name: name.trim() })
      }
      if (is_default !== undefined) {
        await clearDefault(within, staff.id)
        await updateView(within, view.id, { is_default: Number(is_default) })
      }
      if (place !== undefined) {
        const ids = views.map(({ id }) => id)
        for (const [index, id] of movedTo(ids, view.id, place).entries()) {
          await updateView(within, id, { place: index })
        }
      }
    })
    return DONE
  })

  serveCall(app, deleteView, async ({ staff, parameter }) => {
    if (!(await deleteViewOf(db, staff.id, parameter('id')))) throw new Refusal(404, GONE)
    return DONE
  })
}

/** @throws Refusal 422 naming the field, if the name is unfit */
function checkName(...[view, others]: Parameters<typeof viewNameFault>): void {
  const fault = viewNameFault(view, others)
  if (fault !== null) throw invalidField(422, 'name', fault)
}

type Changes = Pick<Updateable<Database['saved_views']>, 'name' | 'is_default' | 'place'>

/** The views of a user, in their order. */
async function viewsOf(db: Kysely<Database>, staffId: string) {
  return db
    .selectFrom('saved_views')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('place')
    .orderBy('id')
    .execute()
}

/**
 * The views of a user, locked: until this transaction ends, no other call of this function reads or changes them,
 * because names and number are checked before a view is saved.
 */
async function lockedViewsOf(within: Transaction<Database>, staffId: string) {
  await lockName(within, `saved views of ${staffId}`)
  return viewsOf(within, staffId)
}

async function insertView(db: Kysely<Database>, view: Insertable<Database['saved_views']>): Promise<void> {
  await db.insertInto('saved_views').values(view).execute()
}

async function updateView(db: Kysely<Database>, id: string, changes: Changes): Promise<void> {
  await db.updateTable('saved_views').set(changes).where('id', '=', id).execute()
}

/** Makes none of a user's views the default. */
async function clearDefault(db: Kysely<Database>, staffId: string): Promise<void> {
  await db.updateTable('saved_views').set({ is_default: 0 }).where('staff_id', '=', staffId).execute()
}

/** Whether the user had this view. */
async function deleteViewOf(db: Kysely<Database>, staffId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_views')
    .where('staff_id', '=', staffId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
