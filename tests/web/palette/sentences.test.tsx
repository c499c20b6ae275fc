import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Capability } from '../../../src/contract/capabilities.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { askedShippingAtom } from '../../../src/web/commands/context.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { textAtom } from '../../../src/web/palette/palette-store.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { dialogAtom } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { store } from '../../../src/web/state/store.ts'
import { forgetDraftsBut, presetDraft } from '../../../src/web/storage/drafts.ts'
import { noteUsual } from '../../../src/web/storage/usual-values.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { chosen, key, owed, respond, rows, setUpPalette, showTyped, write } from './on-screen.tsx'

setUpPalette()

/** The open palette with a text, over a screen with another order. */
async function typed(text: string, ...known: string[]) {
  recordIndex.add(known.map((code) => orderRecord(exampleOrder({ code }))))
  store.set(targetsAtom, { order: exampleOrder({ code: '104999' }) })
  return showTyped(text)
}

// PAL-10, PAL-11
describe('values after the verb', () => {
  beforeEach(() => {
    forgetDraftsBut('')
    installation.capabilities = new Set([...before, 'taking-back'])
  })
  afterEach(() => {
    installation.capabilities = before
  })
  const before = new Set<Capability>(['end-of-day', 'label-batches'])
  const does = () => screen.getByRole('note', { name: 'What Enter does' }).textContent
  const order = exampleOrder({ code: '108856', costs: { total: 292_724 } })
  const opened = () => store.get(dialogAtom)

  /** The palette with a text, once the order that it names has been read. */
  async function said(text: string, parts = {}): Promise<void> {
    await typed(text, '108856')
    await waitFor(() => expect(owed.has('108856')).toBe(true))
    await respond(() => owed.get('108856')?.answer({ ...order, ...parts }))
    await waitFor(() => expect(chosen()).not.toContain('Loading'))
  }

  test('Enter opens the dialog with them, as the sentence says', async () => {
    await said('pay 108856 cash ref 88')
    expect(does()).toContain('Record $2,927.24 for 108856 as cash, today, reference 88')
    await key('Enter')
    await waitFor(() =>
      expect(opened()).toMatchObject({
        given: { payment_method: 'cash', reference: '88' },
        isConfirmed: false,
      }),
    )
  })

  // PAL-14
  test('Tab adds the value that the user has last sent for the customer', async () => {
    noteUsual('C1', { payment_method: 'card' })
    await said('108856 pay', { customer: { code: 'C1' } })
    expect(does()).toContain('Tabcard, bank, cash')
    await key('Tab')
    await waitFor(() => expect(does()).toContain('for 108856 as card, today'))
    expect(store.get(textAtom)).toBe('108856 pay card')
    expect(opened()).toBeNull()
    await write('108856 pay ca')
    await waitFor(() => expect(does()).toContain('Tabcard, cash'))
    forgetDraftsBut('')
    await write('108856 pay ')
    await waitFor(() => expect(does()).toContain('Tabbank, cash, card'))
  })

  // PAL-14, PAL-18
  test('Tab adds the courier that the user has last booked for the customer, then a carton', async () => {
    noteUsual('C1', { courier: 'titus' })
    await said('108856 ship', { customer: { code: 'C1' } })
    expect(does()).toContain('Tabtitus, aramex, castleparcels')
    await key('Tab')
    expect(store.get(textAtom)).toBe('108856 ship titus')
    await write('108856 ship titus sm')
    await waitFor(() => expect(does()).toContain('Tabsmall carton'))
    await key('Tab')
    await waitFor(() => expect(does()).toContain('Ship 108856 with Titus: 1 parcel 20 × 30 × 20 cm'))
    expect(does()).toContain('Enter opens it too: price and courier are shown first')
    await write('ship ?')
    expect(does()).toContain('May be followed by courier: aramex, castleparcels')
  })

  // PAL-18
  test.each([
    ['mod+Enter', '108856 ship nzpost 22x60x30 11.4', true],
    ['Enter', '108856 ship nzpost 22x60x30 11.4 urgent', false],
  ])('%s on “%s” opens the form with the values', async (chord, text, isPriced) => {
    await said(text)
    await key('Enter', { ctrlKey: chord === 'mod+Enter' })
    await waitFor(() =>
      expect(store.get(askedShippingAtom)).toMatchObject({
        order: '108856',
        isAnother: false,
        given: { parcels: '22x60x30 11.4' },
        isPriced,
      }),
    )
    expect(opened()).toBeNull()
    store.set(askedShippingAtom, null)
  })

  // PAL-18
  test('shipping follows the steps, and is judged on what they leave', async () => {
    await said('108856 pay cash, pack no mail, ship nzpost 22x60x30 11.4')
    const lines = () =>
      Array.from(screen.getByRole('note', { name: 'What Enter does' }).querySelectorAll('li'))
    expect(lines().map(({ textContent }) => textContent)).toEqual([
      'Record $2,927.24 for 108856 as cash, today',
      'Pack 108856 without an e-mail',
      'Ship 108856 with NZ Post: 1 parcel 22 × 60 × 30 cm, 11.4 kg',
    ])
    expect(does()).toContain('3 steps on 108856')
    expect(does()).toContain('Enter opens it too: price and courier are shown first')
    await key('Enter', { ctrlKey: true })
    await waitFor(() =>
      expect(opened()).toMatchObject({
        name: 'order-steps',
        steps: [{ name: 'record-payment' }, { name: 'pack' }],
        ship: { courier: 'nzpost', parcels: '22x60x30 11.4' },
        isConfirmed: false,
      }),
    )
  })

  test('a question mark after a verb names what may follow it', async () => {
    await typed('pay ?')
    expect(does()).toContain('May be followed by method: bank, cash, card')
    await write('call ?')
    expect(does()).toContain('May be followed by number: mobile')
  })

  // PAL-13
  test('several steps have a line each, and Enter shows them', async () => {
    await said('108856 pay cash ref 88, pack no mail')
    expect(does()).toContain('2 steps on 108856')
    const lines = screen.getByRole('note', { name: 'What Enter does' }).querySelectorAll('li')
    expect(Array.from(lines, ({ textContent }) => textContent)).toEqual([
      'Record $2,927.24 for 108856 as cash, today, reference 88',
      'Pack 108856 without an e-mail',
    ])
    await key('Enter')
    await waitFor(() =>
      expect(opened()).toMatchObject({
        name: 'order-steps',
        orders: [{ code: '108856' }],
        steps: [
          { name: 'record-payment', given: { payment_method: 'cash', reference: '88' } },
          { name: 'pack', given: { send_notification: false } },
        ],
        isConfirmed: false,
      }),
    )
  })

  test.each([
    ['108856 pay cash, pack no mail', true],
    ['108856 pay cash, pack no mail urgent', false],
  ])('Ctrl+Enter on “%s” carries the steps out: %s', async (text, isConfirmed) => {
    installation.capabilities = new Set([...before, 'taking-back', 'holds'])
    await said(text)
    expect(does()?.includes('at once')).toBe(isConfirmed)
    await key('Enter', { ctrlKey: true })
    await waitFor(() => expect(opened()).toMatchObject({ name: 'order-steps', isConfirmed }))
  })

  test('on several orders a step is shown first, and the sentence says so', async () => {
    installation.capabilities = new Set([...before, 'taking-back', 'holds'])
    await typed('hold 108856 108857 no stock', '108856', '108857')
    for (const code of ['108856', '108857']) {
      await waitFor(() => expect(owed.has(code)).toBe(true))
      await respond(() => owed.get(code)?.answer(exampleOrder({ code })))
    }
    await waitFor(() => expect(does()).toContain('1 step on 2 orders'))
    expect(does()).toContain('opens it too: the orders are shown first')
    await key('Enter', { ctrlKey: true })
    await waitFor(() =>
      expect(opened()).toMatchObject({
        name: 'order-steps',
        orders: [{ code: '108856' }, { code: '108857' }],
        steps: [{ name: 'hold-order', given: { reason: 'no stock' } }],
        isConfirmed: false,
      }),
    )
  })

  test('a step that the step before makes impossible is named, and nothing opens', async () => {
    await said('108856 pay cash, collect Hemi')
    expect(does()).toContain('Step 2: The order is not click & collect')
    await key('Enter')
    await key('Enter', { ctrlKey: true })
    expect(opened()).toBeNull()
  })

  test('without a code, the steps are for the order on the screen', async () => {
    await typed('pay cash, pack no mail')
    expect(does()).toContain('2 steps on 104999')
    await key('Enter')
    await waitFor(() => expect(opened()).toMatchObject({ name: 'order-steps', orders: [{ code: '104999' }] }))
  })

  // PAL-10
  test('nor does one step need a code', async () => {
    await typed('pay cash')
    expect(does()).toContain('for 104999 as cash, today')
    expect(rows().filter((row) => row.textContent?.includes('Record payment'))).toHaveLength(1)
    await key('Enter')
    await waitFor(() =>
      expect(opened()).toMatchObject({
        name: 'record-payment',
        order: { code: '104999' },
        given: { payment_method: 'cash' },
      }),
    )
  })

  test('without an order on the screen, a step without a code asks for it', async () => {
    await showTyped('pay cash')
    expect(rows().map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining('Type the code of the order after it'),
    )
    await key('Enter')
    expect(opened()).toBeNull()
  })

  test('the beginning of a name is no step without a code', async () => {
    installation.capabilities = new Set([...before, 'holds'])
    const name = 'Hold Fast Plumbing'
    recordIndex.add([
      { kind: 'customer', code: '10500', name, contact: '', at: null, total: null, status: null },
    ])
    await typed('hold fast')
    expect(does()).toContain('Hold Fast Plumbing')
    await write('hold fastening')
    await waitFor(() => expect(does()).toContain('Put 104999 on hold: fastening'))
  })

  // PAL-9
  test('a text that is too long says so', async () => {
    await typed('unpaid '.repeat(21))
    expect(does()).toContain('Too long to be read as a whole: at most 20 words or 200 characters')
  })

  test('Ctrl+Enter confirms the dialog, too', async () => {
    await said('pay 108856 cash')
    expect(does()).toContain('at once')
    await key('Enter', { ctrlKey: true })
    await waitFor(() =>
      expect(opened()).toMatchObject({ given: { payment_method: 'cash' }, isConfirmed: true }),
    )
  })

  test('also with the usual values, which the sentence says', async () => {
    await said('pay 108856')
    expect(does()).toContain('Record $2,927.24 for 108856 as bank, today')
    expect(does()).toContain('at once')
    await key('Enter', { ctrlKey: true })
    await waitFor(() => expect(opened()).toMatchObject({ given: {}, isConfirmed: true }))
  })

  test('a sentence with a doubt is not confirmed by Ctrl+Enter', async () => {
    await said('pay 108856 cash urgent')
    expect(does()).toContain('not understood: “urgent”')
    expect(does()).not.toContain('at once')
    await key('Enter', { ctrlKey: true })
    await waitFor(() => expect(opened()).toMatchObject({ isConfirmed: false }))
  })

  test('nor over something that was typed into the dialog before and kept', async () => {
    presetDraft('record-payment/108856', { reference: 'kept' })
    await said('pay 108856 cash')
    await key('Enter', { ctrlKey: true })
    await waitFor(() => expect(opened()).toMatchObject({ isConfirmed: false }))
  })

  test('nor is an order that was still being read', async () => {
    await typed('pay 108856 cash', '108856')
    await waitFor(() => expect(owed.has('108856')).toBe(true))
    await key('Enter', { ctrlKey: true })
    await respond(() => owed.get('108856')?.answer(order))
    await waitFor(() => expect(opened()).toMatchObject({ isConfirmed: false }))
  })

  test('but over the same values, which are left of a dialog that was closed', async () => {
    presetDraft('record-payment/108856', { payment_method: 'cash' })
    await said('pay 108856 cash')
    await key('Enter', { ctrlKey: true })
    await waitFor(() => expect(opened()).toMatchObject({ isConfirmed: true }))
  })
})
