import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { getAddress, searchAddresses } from '../../../src/contract/addresses.ts'
import { AccountRefused, type AddressBook } from '../../../src/server/addresses/address-book.ts'
import { gazetteer } from '../../../src/server/addresses/gazetteer.ts'
import { addressRoutes } from '../../../src/server/addresses/routes.ts'
import { answerError } from '../../../src/server/http/api-answers.ts'
import type { SessionEnv } from '../../../src/server/http/session.ts'
import { spyOnLog } from '../spy-on-log.ts'

function appOn(book: AddressBook) {
  const app = new Hono<SessionEnv>()
  app.onError(answerError)
  addressRoutes(app, book)
  const search = async (body: unknown) =>
    app.request('/address/search', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { search, find: async (id: string) => app.request(`/address/${encodeURIComponent(id)}`) }
}

const unreachable: AddressBook = {
  search: () => Promise.reject(new Error('Nobody there.')),
  find: () => Promise.reject(new Error('Nobody there.')),
}

describe('the calls about addresses', () => {
  it('find an address by typed text', async () => {
    const { search, find } = appOn(gazetteer)
    const { rows, unreadable } = searchAddresses.answer.parse(
      await (await search({ query: ' 12 que ' })).json(),
    )
    expect(unreadable).toBe(0)
    expect(rows[0]).toEqual({
      id: 'queen-street-1010-12',
      full_address: '12 Queen Street, Auckland Central, Auckland 1010',
    })
    const answer = await find(rows[0]?.id ?? '')
    expect(getAddress.answer.parse(await answer.json())).toMatchObject({
      street: '12 Queen Street',
      postcode: '1010',
    })
  })

  it.each([{ query: '' }, { query: ' \t' }, { query: '12 nowhere' }])('find nothing for %j', async (body) => {
    const answer = await appOn(gazetteer).search(body)
    expect([answer.status, await answer.json()]).toEqual([200, []])
  })

  it.each([
    [{}, 'Query: '],
    [{ query: 7 }, 'Query: '],
    [{ query: 'x'.repeat(201) }, 'Query: may have at most 200 characters.'],
    [{ query: '12 \0' }, 'Query: a character is not allowed.'],
  ])('refuse %j, naming the field', async (body, message) => {
    const answer = await appOn(gazetteer).search(body)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      success: false,
      field: 'query',
      message: expect.stringContaining(message),
    })
  })

  it('respond 404 for an unknown address', async () => {
    const answer = await appOn(gazetteer).find('nowhere/1 #2')
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { success: false, message: 'Failed to get address details, please try again.' },
    ])
  })

  it('report that addresses cannot be looked up, and log the reason', async () => {
    const logged = spyOnLog()
    const { search, find } = appOn(unreachable)
    const answers = [await search({ query: '12 queen' }), await find('1')]
    expect(answers.map(({ status }) => status)).toEqual([502, 502])
    expect(await answers[0]?.json()).toMatchObject({ message: 'Failed to verify address, please try again.' })
    expect(await answers[1]?.json()).toMatchObject({
      message: 'Failed to get address details, please try again.',
    })
    const entry = { message: 'Addresses could not be looked up', err: new Error('Nobody there.') }
    expect(logged.entries()).toMatchObject([entry, entry])
    logged.restore()
  })

  it('show and log the problem with the account at the address service', async () => {
    const logged = spyOnLog()
    const paused = () => Promise.reject(new AccountRefused('The plan is paused.'))
    const { search, find } = appOn({ search: paused, find: paused })
    for (const answer of [await search({ query: '12 queen' }), await find('1')]) {
      expect([answer.status, await answer.json()]).toEqual([
        502,
        { success: false, message: 'The plan is paused.' },
      ])
    }
    const entry = { message: 'Addresses could not be looked up: The plan is paused.' }
    expect(logged.entries()).toMatchObject([entry, entry])
    logged.restore()
  })
})
