import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { supplierOrderRecord } from '../../../src/web/api/suppliers.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { jumpToCode, openPalette } from '../../../src/web/palette/palette-store.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { dialogAtom } from '../../../src/web/state/dialogs.ts'
import { store } from '../../../src/web/state/store.ts'
import { exampleOrder, exampleSupplierOrder } from '../../domain/example-records.ts'
import { GENEROUS } from '../../time-outs.ts'
import {
  answer,
  box,
  chosen,
  fail,
  isReady,
  key,
  lists,
  owed,
  respond,
  rows,
  setUpPalette,
  show,
  showOpen,
  showTyped,
  write,
} from './on-screen.tsx'

setUpPalette()

describe('the server', () => {
  async function searching(text: string, ...known: string[]) {
    recordIndex.add(known.map((code) => namedOrder(code)).map(orderRecord))
    const shown = await showTyped(text)
    await waitFor(() => expect(lists.at(-1)?.query).toBe(text))
    return shown
  }
  const namedOrder = (code: string) => exampleOrder({ code, customer: { company: 'Tidewrack' } })
  const codes = () => rows().map((row) => row.querySelector('code')?.textContent ?? row.textContent)
  // The message also changes when a request is slow, which can happen on a busy machine.
  const server = (words: string) => `Search all records for tide, ${words}`

  test('its results are appended, and do not move the chosen row', async () => {
    const { place } = await searching('tide', '104811', '104812')
    expect(codes()).toEqual(['104811', '104812', expect.stringContaining(server('Searching'))])
    await key('ArrowDown')
    await respond(() => lists.at(-1)?.answer(['104899', '104811', '104812'].map(namedOrder)))
    await waitFor(() =>
      expect(codes()).toEqual(['104811', '104812', expect.stringContaining(server('1 more')), '104899']),
    )
    expect(chosen()).toContain('104812')
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/104812'))
  })

  test('the response to a request that is no longer current is not shown', async () => {
    await searching('tide')
    await write('tidew')
    await respond(() => lists[0]?.answer([namedOrder('104899')]))
    expect(codes()).not.toContain('104899')
  })

  test('Enter without a match opens the complete list, also before the response', async () => {
    const { place } = await searching('tide')
    expect(screen.getByRole('status').textContent).toMatch(
      /^Nothing opened before matches “tide”\. Searching/,
    )
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a sole match is chosen in place of the search, and no match leaves nothing to choose', async () => {
    const { place } = await searching('tide')
    expect(chosen()).toContain(server(''))
    await respond(() => lists.at(-1)?.answer([]))
    await waitFor(() => expect(codes()[0]).toContain(server('No other matches')))
    expect(chosen()).toBeNull()
    await write('tidew')
    await waitFor(() => expect(lists.at(-1)?.query).toBe('tidew'))
    await respond(() => lists.at(-1)?.answer([namedOrder('104899')]))
    await waitFor(() => expect(chosen()).toContain('104899'))
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/104899'))
  })

  test('a failure, no connection and slowness are shown', async () => {
    await searching('tide')
    await waitFor(() => expect(codes()[0]).toContain('The server is slow'))
    await respond(() => lists.at(-1)?.fail(0))
    await waitFor(() => expect(codes()[0]).toContain('The search failed'))
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await write('tidewrack')
    await waitFor(() => expect(lists.at(-1)?.query).toBe('tidewrack'))
    await respond(() => lists.at(-1)?.fail(0))
    await waitFor(() => expect(codes()[0]).toContain('Offline.'))
    online.mockRestore()
  })
})

describe('records other than the typed code', () => {
  // PAL-5
  test('are not chosen: an unknown code chooses no command of the open record', async () => {
    store.set(targetsAtom, { order: exampleOrder({ code: '104823' }) })
    const { place } = await showOpen('10482')
    await fail('10482', 404)
    expect(rows().some((row) => row.textContent?.startsWith('Record payment'))).toBe(true)
    await waitFor(() => expect(chosen()).toBeNull())
    await key('Enter')
    expect(screen.getByRole('status').textContent).toContain('Failed to find the order')
    expect([store.get(dialogAtom), place()]).toEqual([null, '/orders'])
  })

  test('are shown and never chosen for the user if they are fuzzy matches', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: 'IOO' }))])
    const { place } = await show()
    await act(async () => openPalette('OIO'))
    await screen.findAllByRole('option')
    expect(rows()[0]?.textContent).toContain('IOO')
    expect(chosen()).toContain('Search all records for OIO')
    await key('ArrowUp')
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/IOO'))
  })
})

describe('the actions of a row', () => {
  async function actions() {
    recordIndex.add([orderRecord(exampleOrder({ code: '104811' }))])
    const shown = await showOpen('104811')
    await key('Tab')
    await answer('104811')
    return shown
  }

  test('are its own commands, whatever the screen shows; Esc goes back one layer', async () => {
    store.set(targetsAtom, { order: exampleOrder({ code: '104999' }) })
    await actions()
    expect([box().getAttribute('value'), screen.getByRole('dialog').textContent]).toEqual([
      '',
      expect.stringContaining('104811'),
    ])
    await write('record pay')
    expect(chosen()).toMatch(/^Record payment/)
    await key('Escape')
    expect(box().getAttribute('value')).toBe('104811')
    expect(chosen()).toContain('104811')
  })

  test('run on that record', async () => {
    store.set(targetsAtom, { order: exampleOrder({ code: '104999' }) })
    await actions()
    await write('record pay')
    await key('Enter')
    await waitFor(() =>
      expect(store.get(dialogAtom)).toMatchObject({ name: 'record-payment', order: { code: '104811' } }),
    )
  })

  test('Backspace on the empty text goes back; a record that cannot be loaded is reported', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104812' }))])
    await showOpen('104812')
    await key('Tab')
    expect(screen.getByRole('status').textContent).toBe('Loading the order…')
    await fail('104812', 404)
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Failed to find order details'))
    await key('Backspace')
    expect(box().getAttribute('value')).toBe('104812')
  })
})

describe('a code', () => {
  test('that this browser knows of another kind does not hide the order that the server finds', async () => {
    recordIndex.add([supplierOrderRecord(exampleSupplierOrder({ po_number: '4160' }))])
    await showTyped('4160')
    await waitFor(() => expect(lists.at(-1)?.query).toBe('4160'))
    await respond(() => lists.at(-1)?.answer([exampleOrder({ code: '4160' })]))
    const records = () => rows().filter((row) => row.querySelector('code')?.textContent === '4160')
    await waitFor(() => expect(records()).toHaveLength(2))
  })

  test('in the index is read ahead, and opens at once without waiting for it', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104823' }))])
    const { place } = await showTyped('104823')
    await waitFor(() => expect([...owed.keys()]).toEqual(['104823']), GENEROUS)
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/104823'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('not in the index waits for the server, says so, and opens', async () => {
    const { place } = await showTyped('104899')
    await waitFor(() => expect([...owed.keys()]).toEqual(['104899']), GENEROUS)
    await key('Enter')
    expect(screen.getByRole('status').textContent).toContain('Opening 104899 when the server answers')
    expect(place()).toBe('/orders')
    await answer('104899')
    await waitFor(() => expect(place()).toBe('/orders/104899'))
  })

  // ORD-70
  test('with letters in front opens the order with exactly this code, though only its number is known', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104823' }))])
    const { place } = await showTyped('INV-104823')
    expect(chosen()).toMatch(/^104823/)
    await key('Enter')
    expect(place()).toBe('/orders')
    await answer('INV-104823')
    await waitFor(() => expect(place()).toBe('/orders/INV-104823'))
  })

  // ORD-70
  test('with letters in front opens the order with its number if no other has them', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104823' }))])
    const { place } = await showTyped('INV-104823')
    await key('Enter')
    await answer('INV-104823', exampleOrder({ code: '104823' }))
    await waitFor(() => expect(place()).toBe('/orders/104823'))
  })

  test('that no record has is reported, and has no row', async () => {
    const { place } = await showTyped('104899')
    expect(chosen()).toMatch(/^104899, Open/)
    await key('Enter')
    await fail('104899', 404)
    await screen.findByText('Failed to find the order, check the order ID and try again.', {
      selector: '[role=status]',
    })
    expect(place()).toBe('/orders')
    expect(screen.getByRole('listbox').textContent).toContain('No record with this code')
    expect(rows().some((row) => row.textContent?.includes('No record'))).toBe(false)
  })

  test('that is a part of one opens its only match once no record has it; an Enter before opens nothing', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104823' }))])
    const { place } = await showTyped('4823')
    expect(chosen()).toMatch(/^104823/)
    await key('Enter')
    expect(screen.getByRole('status').textContent).toContain('Opening 4823 when the server answers')
    await fail('4823', 404)
    await screen.findByText(/^Failed to find the order/, { selector: '[role=status]' })
    expect([place(), chosen()]).toEqual(['/orders', expect.stringMatching(/^104823/)])
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/104823'))
  })

  test('that the server has beside a match is shown, and leaves the match chosen', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104823' }))])
    const { place } = await showTyped('10482')
    await answer('10482')
    await waitFor(() => expect(rows()[0]?.textContent).toMatch(/^10482/))
    expect(chosen()).toMatch(/^104823/)
    await key('Enter')
    expect([place(), chosen()]).toEqual(['/orders', expect.stringMatching(/^10482,/)])
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/10482'))
  })

  test('a failing server is reported, and Enter repeats the request', async () => {
    const { place } = await showTyped('104899')
    await key('Enter')
    await fail('104899', 503)
    await screen.findByText(/^Failed to find order details/, { selector: '[role=status]' })
    owed.clear()
    await key('Enter')
    await answer('104899')
    await waitFor(() => expect(place()).toBe('/orders/104899'))
  })

  test('an edit cancels the pending Enter, and the late response opens nothing', async () => {
    const { place } = await showTyped('104899')
    await waitFor(() => expect([...owed.keys()]).toEqual(['104899']), GENEROUS)
    await key('Enter')
    await write('1048990')
    await answer('104899')
    await answer('1048990')
    expect(place()).toBe('/orders')
    expect(box().getAttribute('value')).toBe('1048990')
  })

  test('Esc first cancels the pending Enter, then closes', async () => {
    const { place } = await showTyped('104899')
    await key('Enter')
    await key('Escape')
    expect(screen.getByRole('status').textContent).not.toContain('Opening')
    await answer('104899')
    expect(place()).toBe('/orders')
    await key('Escape')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('opens the typed address, whatever code the response contains', async () => {
    const { place } = await showTyped('104897')
    await key('Enter')
    await answer('104897', exampleOrder({ code: '104898' }))
    await waitFor(() => expect(place()).toBe('/orders/104897'))
  })

  test('a scanned code that is not known opens the palette on it and waits', async () => {
    const { place } = await show()
    await act(async () => jumpToCode('104899'))
    await isReady()
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Opening 104899'))
    await answer('104899')
    await waitFor(() => expect(place()).toBe('/orders/104899'))
  })
})
