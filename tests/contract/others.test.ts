import { describe, expect, test } from 'vitest'
import { AddressDetail, searchAddresses } from '../../src/contract/addresses.ts'
import { readCapabilities } from '../../src/contract/capabilities.ts'
import { Consignment, createConsignment, getLabels, PricingOption } from '../../src/contract/consignments.ts'
import { Customer, ListedCustomer, listCustomers } from '../../src/contract/customers.ts'
import { listEmails } from '../../src/contract/emails.ts'
import { Product } from '../../src/contract/products.ts'
import { exchangeCode, startSignIn, validateToken } from '../../src/contract/sign-in.ts'
import { SupplierOrder } from '../../src/contract/suppliers.ts'

describe('customers', () => {
  test.each([
    [{ code: '10482' }, '10482'],
    [{ id: 10482 }, '10482'],
    [{ code: 'C1', id: 7 }, 'C1'],
    [{ code: null, id: 7 }, '7'],
    [{ code: ' ', id: 7 }, '7'],
    [{ code: 'C1', id: null }, 'C1'],
  ])('%j of a list is known as %s', (raw, code) => {
    const row = ListedCustomer.parse(raw)
    expect(row.code).toBe(code)
    expect([row.name, row.pricing, row.address.street, row.last_ordered_at]).toEqual([null, null, null, null])
  })

  test('one of a list has its name, phone, pricing, five dates and address', () => {
    const activity = {
      created_at: '2026-01-02T03:04:05Z',
      updated_at: '2026-02-02T03:04:05Z',
      last_login_at: '2026-03-02T03:04:05Z',
      last_active_at: '2026-04-02T03:04:05Z',
      last_ordered_at: '2026-05-02T03:04:05Z',
    }
    const address = {
      street: '12 Lunn Avenue',
      suburb: 'Mount Wellington',
      city: 'Auckland',
      region: 'Auckland',
      postcode: '1072',
      is_rural: false,
      country: 'New Zealand',
    }
    const row = { code: '10482', name: 'Māia', phone: '09 555 0123', pricing: 'drip', address, ...activity }
    const more = {
      company: 'Tāmaki Gas',
      mobile: '021 555 0188',
      email: 'maia@example.com',
      terms: 'account',
      credit_stop: true,
    }
    const none = { company: null, mobile: null, email: null, terms: null, credit_stop: false }
    expect(ListedCustomer.parse({ ...row, id: 7, unknown: 1 })).toEqual({ ...row, ...none })
    expect(ListedCustomer.parse({ ...row, ...more })).toEqual({ ...row, ...more })
  })

  test('one without code or id is left out and counted', () => {
    const read = listCustomers.answer.parse([{ name: 'nobody' }, { code: null, id: null }, { code: 'C1' }])
    expect([read.rows.length, read.unreadable]).toEqual([1, 2])
  })

  test('the record of one is known by its id, too', () => {
    expect(Customer.parse({ code: null, id: 7 }).code).toBe('7')
  })

  test('an absent delivery address stays absent', () => {
    expect(Customer.parse({ code: 1 }).delivery_address ?? null).toBeNull()
    expect(Customer.parse({ code: 1, delivery_address: null }).delivery_address).toBeNull()
    expect(Customer.parse({ code: 1, delivery_address: { city: 'Napier' } }).delivery_address?.city).toBe(
      'Napier',
    )
  })
})

describe('consignments', () => {
  // API-1
  test.each([
    ['flat', { created_at: '2026-11-20 14:05:00' }],
    ['grouped', { dates: { created_at: '2026-11-20 14:05:00' } }],
  ])('%s dates', (_, parts) => {
    const consignment = Consignment.parse({ tracking_code: 123, ...parts })
    expect(consignment.tracking_code).toBe('123')
    expect(consignment.dates).toEqual({
      created_at: '2026-11-20 14:05:00',
      delivered_at: null,
      manifested_at: null,
      picked_at: null,
    })
  })

  // API-1
  test('absent lists are empty, and absent groups have absent fields', () => {
    expect(Consignment.parse({ tracking_code: 'T', parts: null, destination: null })).toEqual({
      tracking_code: 'T',
      order_code: null,
      reference: null,
      shipping_company: null,
      status: null,
      dates: { created_at: null, delivered_at: null, manifested_at: null, picked_at: null },
      destination: {
        building: null,
        contact_name: null,
        contact_phone: null,
        contact_email: null,
        street: null,
        suburb: null,
        region: null,
        postcode: null,
      },
      parts: [],
      services: [],
      events: [],
    })
  })

  test('its parts, their services and its events have their fields', () => {
    const read = Consignment.parse({
      tracking_code: 'T',
      parts: [{ weight: 2.5, services: [{ total: 120 }] }],
      events: [{}],
    })
    expect(read.parts).toEqual([
      {
        part_number: null,
        label: null,
        reference: null,
        height: null,
        length: null,
        width: null,
        volume: null,
        weight: 2.5,
        cost: null,
        services: [{ code: null, description: null, total: 120 }],
      },
    ])
    expect(read.events).toEqual([{ date: null, type: null, code: null, description: null, location: null }])
  })

  // API-1
  test.each([
    [{ tracking_code: null, id: 12 }, '12'],
    [{ tracking_code: ' ', id: 'C12' }, 'C12'],
    [{ tracking_code: 'T', id: 12 }, 'T'],
  ])('%j is known as %s', (raw, code) => expect(Consignment.parse(raw).tracking_code).toBe(code))

  test('numbers as text are numbers', () => {
    const parts = [{ height: '22', weight: '2.5', volume: '.01', cost: '1086', services: [{ total: '120' }] }]
    expect(Consignment.parse({ tracking_code: 'T', parts }).parts).toMatchObject([
      { height: 22, weight: 2.5, volume: 0.01, cost: 1086, services: [{ total: 120 }] },
    ])
    expect(PricingOption.parse({ id: 1, cost: '1086' }).cost).toBe(1086)
  })

  // LIST-7
  test('an unreadable event, service or parcel is left out and counted', () => {
    const read = Consignment.parse({
      tracking_code: 'T',
      parts: [
        { label: 'P1', services: [{ total: 120 }, { total: {} }] },
        { label: 'P2', weight: 'heavy' },
      ],
      services: [{ code: [] }, { code: 'SAT' }],
      events: [{ type: 'created' }, 'delivered', { date: {} }],
    })
    expect(read.parts).toMatchObject([
      { label: 'P1', services: [{ total: 120 }], unreadable: { services: 1 } },
    ])
    expect(read.services).toMatchObject([{ code: 'SAT' }])
    expect(read.events).toMatchObject([{ type: 'created' }])
    expect(read.unreadable).toEqual({ parts: 1, services: 1, events: 2 })
  })

  test('a courier’s refusal is an option without id and cost', () => {
    expect(PricingOption.parse({ provider_name: 'NZ Post', description: 'No rural service' })).toMatchObject({
      id: null,
      cost: null,
      description: 'No rural service',
    })
  })

  test.each([
    ['JVBERi0x', 'JVBERi0x'],
    [['JVBERi0x'], 'JVBERi0x'],
  ])('labels as %j', (answer, labels) => {
    expect(getLabels.answer.parse(answer)).toBe(labels)
  })

  test.each([[[]], [['a', 'b']], [null], [{ data: 'JVBERi0x' }], [12]])('%j are no labels', (answer) => {
    expect(getLabels.answer.safeParse(answer).success).toBe(false)
  })

  test.each([
    [{ success: true, data: { consignment_id: 12 } }, '12'],
    [{ success: true }, null],
    [{ success: true, data: [] }, null],
    [{ success: true, message: ['ok'], data: { consignment_id: { id: 12 } } }, null],
    [{ data: null }, null],
  ])('the answer to a booking %j names %j', (answer, consignment_id) => {
    expect(createConsignment.answer.parse(answer).data.consignment_id).toBe(consignment_id)
  })
})

test('a product without prices has none', () => {
  const product = Product.parse({ id: 1, code: 'A/1 #2', pricing: null })
  expect([product.id, product.code, product.price]).toEqual(['1', 'A/1 #2', null])
  expect(product.pricing).toEqual({ cost: null, drip: null, wholesale: null, retail: null })
})

test('a supplier order without supplier and items', () => {
  const order = SupplierOrder.parse({ id: 3 })
  expect([order.id, order.supplier.name_legal, order.items]).toEqual(['3', null, []])
})

test('a supplier order with an unreadable item', () => {
  const { items, unreadable } = SupplierOrder.parse({ id: 3, items: [{ id: 1, unit_quantity: '20' }, {}] })
  expect([items.map(({ unit_quantity }) => unit_quantity), unreadable]).toEqual([[20], { items: 1 }])
})

// API-1
test('addresses', () => {
  expect(searchAddresses.answer.parse([{ id: 5, full_address: '12 Queen Street' }]).rows).toEqual([
    { id: '5', full_address: '12 Queen Street' },
  ])
  expect(AddressDetail.parse({ postcode: '0110' })).toEqual({
    street: null,
    suburb: null,
    city: null,
    region: null,
    postcode: '0110',
    is_rural: false,
  })
})

test.each([
  [{ data: [{ email_id: 1 }, {}], metadata: { total_pages: 2, next_page_token: 'n' } }, [1, 1, 2, 'n']],
  [{ data: [] }, [0, 0, null, null]],
  [{ data: [], metadata: null }, [0, 0, null, null]],
])('emails %j', (raw, expected) => {
  const { data, metadata } = listEmails.answer.parse(raw)
  expect([data.rows.length, data.unreadable, metadata.total_pages, metadata.next_page_token]).toEqual(
    expected,
  )
})

describe('sign-in', () => {
  // API-1
  test('a login-start without an address is readable, and says so', () => {
    expect(startSignIn.answer.parse({})).toEqual({ login_url: null })
  })

  test.each([
    [{}, undefined],
    [{ success: true }, true],
    [{ success: false }, false],
    [{ success: true, message: ['ok'] }, true],
    [{ success: true, message: {} }, true],
  ])('a token is valid only with success: %j', (answer, success) => {
    expect(validateToken.answer.parse(answer).success).toBe(success)
  })

  // SIGN-3
  test.each([[{ success: 'true' }], [{ success: 1 }], [{ success: null }], [null], ['true']])(
    '%j never counts as success',
    (answer) => {
      expect(validateToken.answer.safeParse(answer).data?.success ?? false).toBe(false)
    },
  )

  test.each([[{}], [{ access_token: '' }], [{ access_token: null }]])('%j is no token', (answer) => {
    expect(exchangeCode.answer.safeParse(answer).success).toBe(false)
  })
})

test.each([
  ['', []],
  ['sessions', ['sessions']],
  ['of-a-newer-server sessions', ['sessions']],
  ['sessionsandmore', []],
])('reads the capabilities %j', (content, expected) => {
  expect([...readCapabilities(content)]).toEqual(expected)
})
