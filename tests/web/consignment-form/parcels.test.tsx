import '../api/fake-server.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { UNVERIFIED } from '../../../src/domain/freight/form-address.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer } from '../api/fake-server.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'
import {
  field,
  fillParcel,
  focus,
  focused,
  press,
  showForm,
  targets,
  type,
  verifyBefore,
} from './form-on-screen.tsx'

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  fakeServer.answer(() => ({ body: [] }))
  verifyBefore(PAID, 'Mere@Example.com')
})

const add = () => act(() => targets().parcels?.add())
const value = (name: string) => field(name).value
const locked = () => screen.queryByText(UNVERIFIED, { selector: '[role=status]' })
const foot = () => document.querySelector('tfoot')?.textContent
const button = (name: string) => screen.getByRole('button', { name })

// FRT-7, FRT-8
test('nothing can be entered before the address is verified', () => {
  localStorage.clear()
  storeToken(MERE)
  showForm(PAID)
  expect(locked()).not.toBeNull()
  expect(field('Quantity, parcel 1').closest('[inert]')?.className).toContain('blur-')
  expect(targets().parcels?.locked).toBe(UNVERIFIED)
  expect(targets().consignmentForm?.noOptions).toBe(UNVERIFIED)
  expect(button('Add item').getAttribute('aria-disabled')).toBe('true')
  expect(button('Get Freight Options').getAttribute('aria-disabled')).toBe('true')
})

test.each([
  ['Weight (kg), parcel 1', '11.4kg', '11.4'],
  ['Reference, parcel 1', 'A-1', 'A-1'],
])('the cell %s takes of %j no letters, if it is for a number', (name, typed, kept) => {
  showForm(PAID)
  type(name, typed)
  expect(value(name)).toBe(kept)
})

describe('the table', () => {
  // FRT-7, NAV-8
  test('names its cells by column and parcel, and starts with one piece', () => {
    showForm(PAID)
    expect(locked()).toBeNull()
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Reference',
      'Package Type',
      'Quantity',
      'Height (cm)',
      'Length (cm)',
      'Width (cm)',
      'Weight (kg)',
      'Volume (m3)',
      'Delete',
    ])
    expect(value('Reference, parcel 1')).toBe('104823-1')
    expect(screen.getByLabelText('Package Type, parcel 1').textContent).toContain('GSS A5')
    expect(value('Quantity, parcel 1')).toBe('1')
    expect(field('Volume (m3), parcel 1').readOnly).toBe(true)
    expect(targets().consignmentForm?.noOptions).toBe('Enter the size and weight of the parcels')
  })

  test('calculates volumes and totals while typing', () => {
    showForm(PAID)
    fillParcel()
    type('Quantity, parcel 1', '2')
    expect(value('Volume (m3), parcel 1')).toBe('0.1584')
    expect(foot()).toBe('Totals22.800 kg0.1584 m3')
    expect(targets().consignmentForm?.noOptions).toBeNull()
    type('Weight (kg), parcel 1', '.')
    expect(foot()).toBe('Totals0.000 kg0.1584 m3')
    expect(targets().consignmentForm?.noOptions).toBe('Parcel 1: Weight (kg) is not a number')
    expect(field('Weight (kg), parcel 1').getAttribute('aria-invalid')).toBe('true')
  })

  test('adds rows, and focuses the first missing value', () => {
    showForm(PAID)
    add()
    expect(focused()).toBe('Height (cm), parcel 2')
    expect(value('Reference, parcel 2')).toBe('104823-2')
  })

  test('deletes the focused row, but never the last one, and focuses an adjacent row', () => {
    showForm(PAID)
    expect(button('Delete parcel 1').getAttribute('aria-disabled')).toBe('true')
    add()
    add()
    type('Height (cm), parcel 3', '33')
    focus('Length (cm), parcel 2')
    act(() => targets().parcels?.remove(targets().parcels?.row ?? ''))
    expect(value('Height (cm), parcel 2')).toBe('33')
    expect(focused()).toBe('Length (cm), parcel 2')
    fireEvent.click(button('Delete parcel 1'))
    expect(screen.queryByLabelText('Height (cm), parcel 2')).toBeNull()
    fireEvent.click(button('Delete parcel 1'))
    expect(value('Height (cm), parcel 1')).toBe('33')
  })

  test('is reset at once; Undo restores it', () => {
    showForm(PAID)
    fillParcel()
    add()
    type('Height (cm), parcel 2', '7')
    fireEvent.click(button('Reset'))
    expect(value('Height (cm), parcel 1')).toBe('')
    expect(screen.queryByLabelText('Height (cm), parcel 2')).toBeNull()
    fireEvent.click(button('Undo'))
    expect([value('Height (cm), parcel 1'), value('Height (cm), parcel 2')]).toEqual(['22', '7'])
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    fireEvent.click(button('Reset'))
    type('Height (cm), parcel 1', '9')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('takes a block from a spreadsheet', () => {
    showForm(PAID)
    focus('Height (cm), parcel 1')
    const pasted = fireEvent.paste(field('Height (cm), parcel 1'), {
      clipboardData: { getData: () => '22\t60\t60\t11.4\n18\t42\t31\t6.25\n' },
    })
    expect(pasted).toBe(false)
    expect(foot()).toBe('Totals17.650 kg0.1026 m3')
    expect(value('Weight (kg), parcel 2')).toBe('6.25')
    expect(focused()).toBe('Height (cm), parcel 1')
    const single = fireEvent.paste(field('Height (cm), parcel 1'), { clipboardData: { getData: () => '9' } })
    expect(single).toBe(true)
  })
})

describe('the reference of a parcel', () => {
  test('follows an order number that is typed later, unless it was edited', () => {
    localStorage.clear()
    storeToken(MERE)
    verifyBefore(null, 'Mere@Example.com')
    showForm(null)
    expect(value('Reference, parcel 1')).toBe('')
    type('Order number', 'INV-4')
    type('Order number', 'INV-41')
    expect(value('Reference, parcel 1')).toBe('INV-41-1')
    add()
    type('Reference, parcel 1', 'Pallet')
    type('Order number', 'INV-415')
    expect([value('Reference, parcel 1'), value('Reference, parcel 2')]).toEqual(['Pallet', 'INV-415-2'])
  })
})

describe('keys', () => {
  test('the arrows go from cell to cell', () => {
    showForm(PAID)
    add()
    focus('Quantity, parcel 1')
    field('Quantity, parcel 1').select()
    const walk: [string, string][] = [
      ['ArrowDown', 'Quantity, parcel 2'],
      ['ArrowDown', 'Quantity, parcel 2'],
      ['ArrowLeft', 'Package Type, parcel 2'],
      ['ArrowLeft', 'Reference, parcel 2'],
      ['ArrowRight', 'Package Type, parcel 2'],
      ['ArrowUp', 'Package Type, parcel 1'],
      ['ArrowRight', 'Quantity, parcel 1'],
    ]
    for (const [key, name] of walk) {
      press(key)
      expect(focused(), key).toBe(name)
    }
  })

  test('left and right stay in the text until its end', () => {
    showForm(PAID)
    type('Height (cm), parcel 1', '225')
    focus('Height (cm), parcel 1')
    field('Height (cm), parcel 1').setSelectionRange(1, 1)
    press('ArrowRight')
    expect(focused()).toBe('Height (cm), parcel 1')
    field('Height (cm), parcel 1').setSelectionRange(3, 3)
    press('ArrowRight')
    expect(focused()).toBe('Length (cm), parcel 1')
  })

  test('Enter moves through all fields to the button; a held Enter does nothing', () => {
    showForm(PAID)
    const names = [
      'Name',
      'Business nameoptional',
      'Phone',
      'Email',
      'Instructions or notes',
      'Send tracking emails',
      'Street',
      'Suburb',
      'City',
      'Region',
      'Postcode',
      'Reference, parcel 1',
      'Package Type, parcel 1',
      'Quantity, parcel 1',
      'Height (cm), parcel 1',
      'Length (cm), parcel 1',
      'Width (cm), parcel 1',
      'Weight (kg), parcel 1',
    ]
    for (const [index, name] of names.entries()) {
      const next = names[index + 1]
      // Enter breaks the line in the notes, and opens the search in the street.
      if (name === 'Instructions or notes' || name === 'Street') continue
      focus(name)
      press('Enter', { repeat: true })
      expect(document.activeElement).toBe(screen.getByLabelText(name))
      press('Enter')
      expect(document.activeElement, name).toBe(
        next ? screen.getByLabelText(next) : button('Get Freight Options'),
      )
    }
  })

  test('Enter in the volume, which arrows reach, moves on to the next field', () => {
    showForm(PAID)
    add()
    focus('Volume (m3), parcel 1')
    press('Enter')
    expect(focused()).toBe('Reference, parcel 2')
  })

  test('Enter in the notes breaks the line', () => {
    showForm(PAID)
    focus('Instructions or notes')
    expect(press('Enter')).toBe(true)
  })

  test('commands act on the focused row, also while the palette is open', () => {
    showForm(PAID)
    add()
    expect(targets().parcels).toMatchObject({ rows: 2, row: '2' })
    act(() => field('Height (cm), parcel 2').blur())
    expect(targets().parcels?.row).toBe('2')
    focus('Name')
    expect(targets().parcels?.row).toBe('2')
    focus('Height (cm), parcel 1')
    expect(targets().parcels?.row).toBe('1')
    focus('Name')
    expect(targets().parcels?.row).toBeNull()
  })
})

describe('what is typed', () => {
  test('is kept for this order when the form is rendered again', () => {
    const { unmount } = showForm(PAID)
    type('Name', 'Ōtara Plumbing')
    fireEvent.change(screen.getByLabelText('Instructions or notes'), { target: { value: 'Ring first' } })
    fireEvent.click(field('Send tracking emails'))
    fillParcel()
    unmount()
    const { unmount: again } = showForm(PAID)
    expect([value('Name'), value('Weight (kg), parcel 1')]).toEqual(['Ōtara Plumbing', '11.4'])
    expect(field('Send tracking emails').checked).toBe(false)
    again()
    showForm({ ...PAID, code: '104824' })
    expect(value('Name')).not.toBe('Ōtara Plumbing')
    expect(locked()).not.toBeNull()
  })

  test('of another version of the console is dropped where it is unreadable', () => {
    localStorage.setItem(
      'draft:Mere@Example.com:consignment/104823',
      JSON.stringify({ contact: 'Kept', parcels: [{ height: 5 }], address_state: 'gone' }),
    )
    showForm(PAID)
    expect([value('Name'), value('Reference, parcel 1')]).toEqual(['Kept', '104823-1'])
    expect(screen.getByText('Not verified')).toBeTruthy()
  })
})
