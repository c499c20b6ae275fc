import { describe, expect, test } from 'vitest'
import { ConsignmentPayload } from '../../../src/contract/consignments.ts'
import {
  type ConsignmentFields,
  consignmentPayload,
  EMPTY_FORM,
  formOf,
  readableForm,
  whyNoOptions,
} from '../../../src/domain/freight/consignment-payload.ts'
import { UNVERIFIED } from '../../../src/domain/freight/form-address.ts'
import { totalsOf } from '../../../src/domain/freight/parcels.ts'
import { exampleOrder, exampleParcel } from '../example-records.ts'

const ORDER = exampleOrder({
  code: '104823',
  notes: 'Leave at the woolshed.',
  customer: { code: '10482', name: 'Hamish McAllister', phone: '07 555 0110', mobile: '021 555 0193' },
  delivery_address: { street: '118 Pepperill Road', suburb: 'Lichfield', postcode: '3482', is_rural: true },
  customer_address: { street: '1 Queen Street', city: 'Auckland' },
})

describe('the form of an order', () => {
  test('has the order’s values and an unverified address', () => {
    expect(formOf(ORDER)).toEqual({
      ...EMPTY_FORM,
      order_id: '104823',
      customer_id: '10482',
      contact: 'Hamish McAllister',
      phone: '021 555 0193',
      instructions: 'Leave at the woolshed.',
      street: '118 Pepperill Road',
      suburb: 'Lichfield',
      postcode: '3482',
      is_rural: true,
      address_of: '118 Pepperill Road\nLichfield\n\n\n3482',
      parcels: [exampleParcel()],
    })
    expect(EMPTY_FORM).toMatchObject({ send_tracking: true, address_state: 'unverified' })
  })

  test.each([
    [{ phone: '07 555 0110', mobile: ' ' }, '07 555 0110'],
    [{ phone: ' ', mobile: '021 555 0193' }, '021 555 0193'],
    [{ phone: null, mobile: null }, ''],
  ])('has the mobile, else the phone: %o', (customer, phone) => {
    expect(formOf(exampleOrder({ customer }))).toMatchObject({ phone })
  })

  test("takes the customer's address where there is no delivery address", () => {
    const pickup = exampleOrder({ customer_address: { street: '1 Queen Street', city: 'Auckland' } })
    expect(formOf(pickup)).toMatchObject({ street: '1 Queen Street', city: 'Auckland', suburb: '' })
  })
})

describe('a stored form', () => {
  test('is the same object if it is readable', () => {
    const form = formOf(ORDER)
    expect(readableForm(form, formOf(ORDER))).toBe(form)
  })

  test('has the initial values where it is unreadable', () => {
    const stored: Partial<ConsignmentFields> = JSON.parse('{"parcels":[{}],"address_state":"gone"}')
    expect(readableForm({ ...formOf(ORDER), ...stored }, formOf(ORDER))).toEqual(formOf(ORDER))
  })
})

describe('freight options cannot be asked for', () => {
  const filled = { height: '1', length: '1', width: '1', weight: '1' }
  // FRT-12
  test.each([
    ['unverified', filled, UNVERIFIED],
    ['verified', {}, 'Enter the size and weight of the parcels'],
    ['verified', { weight: '1' }, 'Enter the height, length and width of the parcels'],
    ['manual', { ...filled, weight: '.' }, 'Parcel 1: Weight (kg) is not a number'],
    ['manual', { ...filled, weight: '' }, 'Enter the weight of the parcels'],
    ['manual', { ...filled, quantity: 'x' }, 'Parcel 1: Quantity is not a number'],
    ['verified', { ...filled, quantity: '0' }, 'Enter the size and weight of the parcels'],
    ['verified', filled, null],
    ['manual', filled, null],
  ] as const)('%s with %o: %s', (address_state, cells, reason) => {
    const parcels = [exampleParcel(cells)]
    expect(whyNoOptions({ ...EMPTY_FORM, address_state, parcels }, totalsOf(parcels))).toBe(reason)
  })

  test.each([
    ['nothing', {}, null],
    ['its quantity deleted', { quantity: '' }, null],
    ['a reference alone', { reference: 'books' }, null],
    ['a quantity alone', { quantity: '3' }, 'Enter the size and weight of parcel 2, or delete it'],
    [
      'a package type alone',
      { package_type: 'bug_silver' },
      'Enter the size and weight of parcel 2, or delete it',
    ],
    ['decimal commas', { height: '12,5', length: '30,0', width: '20,0', weight: '1,5' }, null],
    ['no readable weight', { ...filled, weight: '1.5kg' }, 'Parcel 2: Weight (kg) is not a number'],
    ['a point for a weight', { ...filled, weight: '.' }, 'Parcel 2: Weight (kg) is not a number'],
    ['no readable height', { ...filled, height: '1.5.2' }, 'Parcel 2: Height (cm) is not a number'],
    ['a negative quantity', { ...filled, quantity: '-3' }, 'Parcel 2: Quantity is not a number'],
    ['no quantity', { ...filled, quantity: '' }, 'Parcel 2: Quantity must be at least 1'],
    ['a quantity of 0', { ...filled, quantity: '0' }, 'Parcel 2: Quantity must be at least 1'],
    ['an empty height', { ...filled, height: '' }, null],
    ['a weight alone', { weight: '1.5' }, null],
  ] as const)('with a second row that has %s: %o', (_, cells, reason) => {
    const parcels = [exampleParcel(filled), exampleParcel({ id: '2', ...cells })]
    expect(whyNoOptions({ ...EMPTY_FORM, address_state: 'manual', parcels }, totalsOf(parcels))).toBe(reason)
  })
})

describe('the payload', () => {
  const form: ConsignmentFields = {
    ...formOf(ORDER),
    company: '  McAllister Bros ',
    address_state: 'manual',
    parcels: [
      exampleParcel({ quantity: '2', height: ' 22 ', length: '60', width: '60', weight: '11.4' }),
      exampleParcel({ id: '2', reference: ' books ' }),
      exampleParcel({ id: '7', package_type: 'bug_tim', height: '2', weight: '1.5.2' }),
    ],
  }
  const payload = consignmentPayload(form)

  // FRT-17
  test('is one of the contract, trimmed, with the four booleans false', () => {
    expect(ConsignmentPayload.parse(payload)).toEqual(payload)
    expect(payload).toMatchObject({
      order_id: '104823',
      customer_id: '10482',
      company: 'McAllister Bros',
      contact: 'Hamish McAllister',
      street: '118 Pepperill Road',
      city: '',
      is_rural: true,
      send_tracking: true,
      saturday_delivery: false,
      signature_required: false,
      dangerous_goods: false,
      urgent_couriers: false,
    })
    expect(Object.keys(payload).toSorted()).toEqual([
      'city',
      'company',
      'contact',
      'customer_id',
      'dangerous_goods',
      'email',
      'instructions',
      'is_rural',
      'order_id',
      'parcels',
      'phone',
      'postcode',
      'saturday_delivery',
      'send_tracking',
      'signature_required',
      'street',
      'suburb',
      'urgent_couriers',
    ])
  })

  test('has the weight of one piece, the volume of all, custom as null, and no row that was not filled in', () => {
    expect(payload.parcels).toEqual([
      {
        id: '1',
        reference: '104823-1',
        package_type: null,
        quantity: 2,
        height: 22,
        length: 60,
        width: 60,
        weight: 11.4,
        volume: 0.1584,
      },
      {
        id: '3',
        reference: '104823-1',
        package_type: 'bug_tim',
        quantity: 1,
        height: 2,
        length: 0,
        width: 0,
        weight: 0,
        volume: 0,
      },
    ])
  })

  test('has as many pieces as the totals', () => {
    const pieces = payload.parcels.reduce((sum, { quantity }) => sum + quantity, 0)
    expect(totalsOf(form.parcels).parcels).toBe(pieces)
  })

  test('numbers the parcels as the rows on screen are, whatever was deleted before them', () => {
    expect(payload.parcels.map(({ id }) => id)).toEqual(['1', '3'])
  })
})
