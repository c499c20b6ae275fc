import type { MiddlewareHandler } from 'hono'
import { beforeEach, expect, it } from 'vitest'
import { listSavedViews } from '../../../src/contract/saved-views.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { onEachDatabase } from '../databases.ts'
import { signedInApp } from '../orders/harness.ts'

const NEW = { list: 'orders', name: 'Unpaid', address: '/orders?status=unpaid', is_default: false }

/** The parts of an app in which another user is signed in. */
const asHemi: MiddlewareHandler<SessionEnv> = async (c, next) => {
  c.set('staff', { id: 'local:hemi', name: 'Hemi Ngata', givenName: 'Hemi', email: 'hemi@example.com' })
  await next()
}

onEachDatabase((database) => {
  const app = () => signedInApp(database.db)
  const add = (view: object = {}) => app().post('/api/v1/saved-views', { ...NEW, ...view })
  const change = (id: string, changes: object) => app().post(`/api/v1/saved-views/${id}`, changes)
  const remove = async (id: string) => app().app.request(`/api/v1/saved-views/${id}`, { method: 'DELETE' })
  const views = async (from = app()) => {
    const answer = await from.get('/api/v1/saved-views')
    return listSavedViews.answer.parse(await answer.json()).rows
  }
  const names = async () => (await views()).map(({ name }) => name)
  const idOf = async (name: string) => (await views()).find((view) => view.name === name)?.id ?? ''

  beforeEach(() => database.db.deleteFrom('saved_views').execute())

  it('stores views in their order, trimmed, and returns them to their user only', async () => {
    await add({ name: ' Unpaid ' })
    await add({ name: 'Today', list: 'consignments', address: '/consignments?provider=nzpost' })
    expect(await views()).toEqual([
      { ...NEW, id: await idOf('Unpaid') },
      {
        id: await idOf('Today'),
        list: 'consignments',
        name: 'Today',
        address: '/consignments?provider=nzpost',
        is_default: false,
      },
    ])
    const signIn = {
      routes: app().app,
      requireSession: asHemi,
      mayDelete: asHemi,
      localIdentity: null,
    }
    expect(await views(signedInApp(database.db, undefined, undefined, { signIn }))).toEqual([])
    const other = signedInApp(database.db, undefined, undefined, { signIn })
    const answer = await other.post(`/api/v1/saved-views/${await idOf('Unpaid')}`, { name: 'Mine' })
    expect(answer.status).toBe(404)
  })

  it.each([
    [{ name: '  ' }, 'Name: must not be empty.', 'name'],
    [{ name: 'x'.repeat(61) }, 'Name: must have at most 60 characters.', 'name'],
    [{ name: 'UNPAID' }, 'Name: is the name of another view of orders.', 'name'],
    [{ name: 'A\u0007B' }, 'Name: has an invisible character.', 'name'],
    [{ name: 'Other\u200b' }, 'Name: has an invisible character.', 'name'],
    [{ name: 'A\u2028B' }, 'Name: has an invisible character.', 'name'],
    [{ list: 'orders\n' }, 'List: must be the name of a list.', 'list'],
    [{ address: '/\t/evil.example' }, 'Address: must be an address of the console.', 'address'],
    [{ address: '/orders?q=\u200b' }, 'Address: must be an address of the console.', 'address'],
    [{ address: '//evil.example' }, 'Address: must be an address of the console.', 'address'],
    [{ address: 'https://evil.example' }, 'Address: must be an address of the console.', 'address'],
  ])('refuses %j', async (view, message, field) => {
    await add()
    const answer = await add({ name: 'Other', ...view })
    expect([answer.status, await answer.json()]).toEqual([422, { success: false, message, field }])
    expect(await names()).toEqual(['Unpaid'])
  })

  it('stores names with emoji', async () => {
    expect((await add({ name: 'Urgent 👩‍🏭 ⚠️' })).status).toBe(200)
    const answer = await change(await idOf('Urgent 👩‍🏭 ⚠️'), { name: 'A\u0000B' })
    expect(answer.status).toBe(422)
    expect((await change(await idOf('Urgent 👩‍🏭 ⚠️'), { name: 'A\u0001B' })).status).toBe(422)
  })

  it('allows the same name in another list, and nine views in all', async () => {
    for (let index = 0; index < 9; index += 1) await add({ list: `list ${index}` })
    const answer = await add({ name: 'Tenth' })
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { success: false, message: 'You have 9 saved views. Delete one in the settings first.' },
    ])
    expect(await views()).toHaveLength(9)
  })

  it('saves one of several views of one name, and nine in all, that are saved at the same time', async () => {
    const same = await Promise.all(Array.from({ length: 6 }, () => add()))
    expect(same.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => add({ name: `View ${index}`, is_default: true })),
    )
    const saved = await views()
    expect(saved).toHaveLength(9)
    expect(saved.filter((view) => view.is_default)).toHaveLength(1)
  })

  it('renames, moves and deletes a view', async () => {
    for (const name of ['A', 'B', 'C']) await add({ name })
    expect((await change(await idOf('A'), { name: 'Unpaid' })).status).toBe(200)
    await change(await idOf('C'), { place: 0 })
    expect(await names()).toEqual(['C', 'Unpaid', 'B'])
    expect((await change(await idOf('B'), { name: ' c ' })).status).toBe(422)
    const gone = await idOf('C')
    expect((await remove(gone)).status).toBe(200)
    expect([(await remove(gone)).status, (await change(gone, { name: 'D' })).status]).toEqual([404, 404])
    await add({ name: 'D' })
    expect(await names()).toEqual(['Unpaid', 'B', 'D'])
  })

  it('has at most one default', async () => {
    await add({ name: 'A', is_default: true })
    await add({ name: 'B', is_default: true })
    const defaults = async () => (await views()).filter((view) => view.is_default).map(({ name }) => name)
    expect(await defaults()).toEqual(['B'])
    await change(await idOf('A'), { is_default: true })
    expect(await defaults()).toEqual(['A'])
    await change(await idOf('A'), { is_default: false })
    expect(await defaults()).toEqual([])
  })
})
