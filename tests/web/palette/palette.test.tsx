import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Targets } from '../../../commands/engine/targets.ts'
import { customerRecord } from '../../../src/web/api/customers.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { standardRecord } from '../../../src/web/api/standard-records.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { openPalette } from '../../../src/web/palette/palette-store.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { dialogAtom } from '../../../src/web/state/dialogs.ts'
import { store } from '../../../src/web/state/store.ts'
import { forgetDraftsBut } from '../../../src/web/storage/drafts.ts'
import { typedTexts } from '../../../src/web/storage/usual-values.ts'
import { listTarget } from '../../commands/example-context.ts'
import { exampleCustomer, exampleOrder, exampleProduct } from '../../domain/example-records.ts'
import {
  box,
  chosen,
  isReady,
  key,
  keyDown,
  rows,
  setUpPalette,
  show,
  showOpen,
  showTyped,
  write,
} from './on-screen.tsx'

setUpPalette()

describe('opening', () => {
  test('is a dialog with a combobox that has the focus; Esc gives the focus back', async () => {
    await show()
    await key('k', { ctrlKey: true, code: 'KeyK' })
    expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(box()))
    await key('Escape')
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('opened from a field, Esc returns the focus to it; opening a record does not', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104823' }))])
    const { place } = await show()
    const field = screen.getByRole('searchbox')
    field.focus()
    await key('k', { ctrlKey: true, code: 'KeyK' })
    await waitFor(() => expect(document.activeElement).toBe(box()))
    await key('Escape')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await key('k', { ctrlKey: true, code: 'KeyK' })
    await waitFor(() => expect(document.activeElement).toBe(box()))
    await write('104823')
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/104823'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement?.tagName).toBe('H1')
  })

  test('keeps what is typed when a screen that arrives takes the focus, and receives the next keys', async () => {
    await show()
    await act(async () => openPalette('10'))
    await waitFor(() => expect(document.activeElement).toBe(box()))
    const heading = document.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    act(() => heading?.focus())
    expect(document.activeElement).toBe(heading)
    expect(box()).toHaveProperty('value', '10')
    await key('8')
    expect(box()).toHaveProperty('value', '108')
  })

  // PAL-1
  test('no key typed while it opens is lost, Enter neither', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104823' }))])
    const { place } = await show()
    await act(async () => {
      for (const name of [...'10482', 'x', 'Backspace', '3', 'Enter']) keyDown(document.body, name)
    })
    await waitFor(() => expect(place()).toBe('/orders/104823'))
  })
})

describe('rows', () => {
  const PAID = exampleOrder({ code: '104823', dates: { paid_at: '2026-11-20T01:00:00Z' } })

  async function over(targets: Partial<Targets> = { order: PAID }) {
    store.set(targetsAtom, targets)
    return showOpen()
  }

  // PAL-8
  test('the commands of the screen come first, with their keys', async () => {
    await over()
    expect(screen.getByRole('group', { name: /Active row, order 104823/ })).toBeTruthy()
    await write('pack')
    expect(chosen()).toMatch(/^Pack order items, 104823p/)
  })

  test('a command that is typed by its title comes first, beside a record that has its key', async () => {
    await over()
    await write('new consignment')
    expect(chosen()).toBe('New ConsignmentAlt1')
    expect(rows().some((row) => row.textContent?.startsWith('Create consignment'))).toBe(true)
  })

  test('a command whose words match comes before a name that is only similar', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104855', customer: { company: 'Northern Tiles' } }))])
    await over({})
    await write('notes')
    expect(chosen()).toMatch(/^Notes/)
    expect(rows().at(-2)?.textContent).toContain('Northern Tiles')
  })

  test('aria-activedescendant names the active row, also after the results changed', async () => {
    await over()
    for (const text of ['orders', 'sign', 'pack']) {
      await write(text)
      const active = document.getElementById(box().getAttribute('aria-activedescendant') ?? '')
      expect(active?.getAttribute('aria-selected')).toBe('true')
    }
    await write('>zzzzz')
    expect(box().hasAttribute('aria-activedescendant')).toBe(false)
    expect(screen.getByRole('status').textContent).toBe('Nothing found for “zzzzz”')
  })

  test('a command that cannot run here is found with its reason', async () => {
    await over()
    await write('record payment')
    expect(rows()[0]?.textContent).toContain('The order is already paid')
    expect(rows()[0]?.getAttribute('aria-disabled')).toBe('true')
  })

  test('a command runs in the moment that it is chosen, and the palette is gone', async () => {
    await over()
    await write('pack')
    await key('Enter')
    expect(store.get(dialogAtom)?.name).toBe('pack')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the first digits of a code show no command of the record with that code', async () => {
    await over()
    const commands = () => document.querySelectorAll('[data-value^="command:order."]').length
    await write('10')
    expect(commands()).toBe(0)
    await write('104')
    expect(commands()).toBeGreaterThan(0)
  })

  test('Alt and a digit picks a row; mod and Enter opens a new tab', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    recordIndex.add(['104811', '104812'].map((code) => orderRecord(exampleOrder({ code }))))
    const { place } = await over()
    await write('#10481')
    await key('2', { altKey: true })
    await waitFor(() => expect(place()).toBe('/orders/104812'))
    await act(async () => openPalette('104811'))
    await isReady()
    await key('Enter', { ctrlKey: true })
    expect(opened).toHaveBeenCalledWith('/orders/104811', '_blank', 'noopener')
    expect(place()).toBe('/orders/104812')
  })

  test('records leave some rows to the commands that are found as well', async () => {
    const names = Array.from({ length: 30 }, (_, place) => ({ code: `${104_800 + place}` }))
    recordIndex.add(
      names.map(({ code }) => orderRecord(exampleOrder({ code, customer: { company: 'Notehouse' } }))),
    )
    await over()
    await write('note')
    const texts = rows().map((row) => row.textContent ?? '')
    expect(texts.filter((text) => text.includes('Notehouse'))).toHaveLength(12)
    expect(texts.at(12)).toMatch(/^Notes/)
  })

  test('recently opened records are above the commands of the screen', async () => {
    recordIndex.opened(orderRecord(exampleOrder({ code: '104855' })), 1)
    await over({ order: PAID, list: listTarget() })
    const heads = screen.getAllByRole('group').map((group) => {
      const head = document.getElementById(group.getAttribute('aria-labelledby') ?? '')
      return head?.textContent?.replace(/\d+$/, '')
    })
    expect(heads).toEqual(['Active row, order', 'Recently opened', 'On this screen', 'Commands'])
  })

  test('records leave some rows to the commands of the screen', async () => {
    for (let place = 0; place < 6; place += 1)
      recordIndex.opened(orderRecord(exampleOrder({ code: `${104_850 + place}` })), place)
    await over({ order: PAID, list: listTarget() })
    const [onScreen] = screen.getAllByRole('group', { name: 'On this screen' })
    expect(onScreen && within(onScreen).getAllByRole('option')).toHaveLength(2)
    expect(rows()).toHaveLength(13)
  })

  // PAL-7
  test('prefixes narrow: > to commands, # to orders, @ to customers, $ to products', async () => {
    recordIndex.add([
      orderRecord(exampleOrder({ code: '104811', customer: { company: 'Orders Ltd' } })),
      customerRecord(exampleCustomer({ company: 'Orders Ltd', name: 'Ruth' })),
      standardRecord('product', exampleProduct({ name: 'Orders pad' })),
    ])
    await over()
    await write('>orders')
    expect(rows().some((row) => row.textContent?.includes('104811'))).toBe(false)
    await write('#orders')
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringContaining('Orders Ltd'),
      expect.stringContaining('Search all records for orders'),
    ])
    await write('@orders')
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringContaining('10482, customer, Orders Ltd, Ruth'),
      expect.stringContaining('Search all records for orders'),
    ])
    await write('$orders')
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringContaining('VLV 20/FB#1, product, Orders pad'),
      expect.stringContaining('Search all records for orders'),
    ])
  })
})

// PAL-12
describe('the text of a row that was taken', () => {
  test('comes back by ↑ in the palette that opens again, and is forgotten at sign-out', async () => {
    recordIndex.add([orderRecord(exampleOrder({ code: '104811' }))])
    const { place } = await showTyped('104811')
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/orders/104811'))
    expect(typedTexts()[0]).toBe('104811')
    await act(async () => openPalette())
    await key('ArrowUp')
    await waitFor(() => expect(screen.getByDisplayValue('104811')).toBe(box()))
    forgetDraftsBut('')
    expect(typedTexts()).toEqual([])
  })
})
