import { act, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Targets } from '../../../commands/engine/targets.ts'
import { orderQueries, orderRecord } from '../../../src/web/api/orders.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { dialogAtom } from '../../../src/web/state/dialogs.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { listTarget, recordTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { answer, chosen, key, rows, setUpPalette, showOpen } from './on-screen.tsx'

setUpPalette()

const [FIRST, SECOND] = [exampleOrder({ code: '108858' }), exampleOrder({ code: '108856' })]
const [PAID_AT, READY_AT] = ['2026-11-20T01:00:00Z', '2026-11-20T02:00:00Z']

/** Updates the targets of the screen behind the palette. */
const screenHas = (targets: Partial<Targets>) => act(async () => store.set(targetsAtom, targets))

async function openOver(targets: Partial<Targets>) {
  store.set(targetsAtom, targets)
  await showOpen()
}

async function choose(row: string) {
  for (let at = 0; at < rows().length && !chosen()?.startsWith(row); at += 1) await key('ArrowDown')
  expect(chosen()).toMatch(new RegExp(`^${row}`))
}

function clipboard() {
  const writeText = vi.fn(async () => undefined)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  return writeText
}

const texts = () => rows().map((row) => row.textContent)
const orderHead = (code: string) => screen.queryByRole('group', { name: new RegExp(`order ${code}`, 'i') })

describe('while nothing is typed', () => {
  test('a row that an arrow chose acts on the record that it names, even if the list has another one there', async () => {
    const copied = clipboard()
    await openOver({ list: listTarget(), order: FIRST })
    await choose('Copy order code')
    const before = texts()
    await screenHas({ list: listTarget(), order: SECOND })
    expect(texts()).toEqual(before)
    await key('Enter')
    expect(copied).toHaveBeenCalledWith('108858')
  })

  test('rows no longer change once their record is loaded, even before an arrow', async () => {
    await openOver({ list: listTarget(), order: FIRST })
    await screenHas({ list: listTarget(), order: SECOND })
    expect(orderHead('108858')).toBeTruthy()
  })

  test('the rows of a loading record appear with it, and stay', async () => {
    await openOver({ record: recordTarget('108858', { loading: true }) })
    expect(orderHead('108858')).toBeNull()
    await screenHas({ record: recordTarget('108858'), order: FIRST })
    expect(orderHead('108858')).toBeTruthy()
    await screenHas({ record: recordTarget('108856'), order: SECOND })
    expect(orderHead('108858')).toBeTruthy()
  })

  test('the rows of a pending page appear with it, but not after an arrow', async () => {
    await openOver({ list: listTarget({ nextUnknown: 'loading' }), order: FIRST })
    await screenHas({ list: listTarget({ nextUnknown: 'loading' }), order: SECOND })
    expect(orderHead('108856')).toBeTruthy()
    await key('ArrowDown')
    await screenHas({ list: listTarget(), order: FIRST })
    expect(orderHead('108856')).toBeTruthy()
  })

  test('what was offered for the selected orders is done to none else, when they have left the list', async () => {
    const paid = exampleOrder({ code: '108858', dates: { paid_at: PAID_AT } })
    const selection = { count: 1, clear: () => undefined }
    await openOver({ list: listTarget(), order: SECOND, orders: [paid], selection })
    await choose('Pack orders')
    await screenHas({ list: listTarget(), order: SECOND })
    await key('Enter')
    expect(store.get(dialogAtom)).toMatchObject({ name: 'bulk-orders', orders: [{ code: '108858' }] })
  })
})

describe('the actions of a row, after a newer response', () => {
  /** The rows of an unpaid order's actions, with their digits. */
  async function actionsOfUnpaid() {
    recordIndex.add([orderRecord(FIRST)])
    await showOpen('108858')
    await key('Tab')
    await answer('108858')
    await screen.findByRole('option', { name: /^Record payment(?! and pack)/ })
    return texts()
  }
  async function newer(dates: Record<string, string>) {
    const { queryKey } = orderQueries.detail('108858')
    queryClient.setQueryData(queryKey, exampleOrder({ code: '108858', dates }))
    await screen.findAllByText('The order is already paid')
  }

  test('keep their places and their digits', async () => {
    const before = await actionsOfUnpaid()
    expect(before.slice(0, 4)).toEqual([
      'Open orderAlt1',
      expect.stringMatching(/^Record payment.*Alt2$/),
      expect.stringMatching(/^Record payment and pack.*Alt3$/),
      expect.stringMatching(/^Add tracking info.*Alt4$/),
    ])
    await newer({ paid_at: PAID_AT })
    expect(texts().slice(0, 4)).toEqual([
      'Open orderAlt1',
      expect.stringMatching(/^Record payment.*The order is already paid.*Alt2$/),
      expect.stringMatching(/^Record payment and pack.*The order is already paid.*Alt3$/),
      expect.stringMatching(/^Add tracking info.*Alt4$/),
    ])
    // Newly available actions follow below.
    expect(texts().slice(4, 10)).toEqual([...before.slice(4, 9), expect.stringMatching(/^Pack order items/)])
  })

  test('say why not, where it is done by now', async () => {
    await actionsOfUnpaid()
    await newer({ paid_at: PAID_AT, ready_at: READY_AT })
    await key('2', { altKey: true })
    expect(store.get(dialogAtom)).toBeNull()
    expect(store.get(toastsAtom).at(-1)?.text).toBe('The order is already paid')
  })
})

test('a record that changes while its row is shown has its new data there, and no row moves', async () => {
  recordIndex.add(['108857', '108858'].map((code) => orderRecord(exampleOrder({ code }))))
  await showOpen('10885')
  const codes = () => texts().map((text) => text?.slice(0, 6))
  const [before, second] = [codes(), texts()[1]]
  const news = exampleOrder({ code: '108857', customer: { company: 'Tidewrack' } })
  await act(async () => void recordIndex.add([orderRecord(news)]))
  expect(texts()[0]).toMatch(/^108857.*Tidewrack/)
  expect([codes(), texts()[1]]).toEqual([before, second])
})
