import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { askCouriers } from '../../../src/server/couriers/ask-couriers.ts'
import { type Courier, CourierRefused } from '../../../src/server/couriers/courier.ts'
import { goSweetSpot } from '../../../src/server/couriers/go-sweet-spot/go-sweet-spot.ts'
import { deliveryReference } from '../../../src/server/couriers/go-sweet-spot/request.ts'
import { fc } from '../../properties.ts'
import { freight, piece } from './freight.ts'
import { KEY, SITE, siteAt, startGateway } from './stand-in-gateway.ts'

const never = new AbortController().signal

let gateway: Awaited<ReturnType<typeof startGateway>>
let courier: Courier
beforeEach(async () => {
  gateway = await startGateway()
  courier = goSweetSpot(siteAt(gateway.url))
})
afterEach(() => gateway.stop())

describe('prices', () => {
  it('include every carrier, and refusals with their reason', async () => {
    expect(await courier.quote(freight(), never)).toEqual([
      {
        courierName: 'Post Haste',
        courierSlug: 'posthaste',
        costCents: 858,
        type: 'Overnight',
        description: 'By noon on the next working day',
        courierQuote: '3104eb7e-0000-4000-8000-000000000001',
      },
      expect.objectContaining({ courierName: 'NZ Couriers', courierSlug: 'nzcouriers', costCents: 901 }),
      expect.objectContaining({
        courierName: 'Nearby Vans',
        courierSlug: 'Nearby Vans',
        costCents: 1200,
        description: 'By noon on the next working day, Van',
      }),
      {
        courierName: 'NZ Post',
        courierSlug: 'nzpost',
        reason: 'Economy: Hidden by a preference of the GoSweetSpot account.',
      },
      { courierName: 'Big Trucks', courierSlug: 'Big Trucks', reason: 'Pallet: Too light for a pallet' },
    ])
  })

  it('are requested with the key, the site, and a package for each piece', async () => {
    const to = {
      street: 'Unit 5, Level 1, 12 Hugo Johnston Drive',
      isRural: true,
      instructions: 'Ring twice',
    }
    const pieces = [
      piece({ quantity: 2, length: 30.2, weight: 4.5 }),
      piece({ packageType: 'a5', height: 0 }),
    ]
    await courier.quote(freight(to, pieces), never)
    const [call] = gateway.calls
    expect(call?.headers).toMatchObject({
      access_key: KEY,
      site_id: SITE,
      'content-type': 'application/json',
    })
    const box = { Name: 'custom', Type: 'Box', Height: 10, Length: 31, Width: 10, Kg: 4.5 }
    expect(call?.body).toEqual({
      Destination: {
        Name: 'Harbour Plumbing',
        ContactPerson: 'Aroha Ngata',
        PhoneNumber: '09 555 0101',
        Email: 'aroha@example.com',
        IsRural: true,
        DeliveryInstructions: 'Ring twice',
        SendTrackingEmail: true,
        Address: {
          BuildingName: 'Unit 5, Level 1',
          StreetAddress: '12 Hugo Johnston Drive',
          Suburb: 'Penrose',
          City: 'Auckland',
          PostCode: '1061',
          CountryCode: 'NZ',
        },
      },
      Packages: [box, box, { ...box, Name: 'GSS A5', Type: 'Bag', Height: 1, Length: 10, Kg: 1 }],
      IsSaturdayDelivery: false,
      IsSignatureRequired: false,
    })
  })

  it('are requested with the account’s names of bags, and with a signature if required', async () => {
    const site = siteAt(gateway.url)
    const bagNames = { ...site.bagNames, bug_tim: 'Castle Max Pack' }
    const signed = goSweetSpot({ ...site, bagNames, isSignatureRequired: true })
    await signed.quote(freight({}, [piece({ packageType: 'bug_tim' })]), never)
    expect(gateway.calls[0]?.body).toMatchObject({
      Packages: [{ Name: 'Castle Max Pack' }],
      IsSignatureRequired: true,
    })
  })

  // FRT-22
  it('are requested with a signature if a courier rule requires one', async () => {
    await courier.quote({ ...freight(), isSignatureRequired: true }, never)
    expect(gateway.calls[0]?.body).toMatchObject({ IsSignatureRequired: true })
  })

  it('are not requested with a text that would be cut', async () => {
    const long = freight({ instructions: 'x'.repeat(121) })
    await expect(courier.quote(long, never)).rejects.toEqual(
      new CourierRefused('Instructions or notes: 121 characters, the courier accepts 120.'),
    )
    expect(gateway.calls).toEqual([])
  })

  it('are requested from the site of the branch only', async () => {
    const site = siteAt(gateway.url, { supportEmail: 'desk@example.com' })
    const couriers = [
      goSweetSpot({ ...site, siteId: '4180', branch: 'auckland' }),
      goSweetSpot({ ...site, siteId: '4181', branch: 'christchurch' }),
    ]
    expect(new Set(couriers.map(({ slug }) => slug)).size).toBe(2)
    const asked = await askCouriers(couriers, freight({}, [piece()], 'christchurch'), never)
    expect(asked.map(({ answers }) => answers.length)).toEqual([0, 5])
    expect(gateway.calls.map(({ headers }) => headers.site_id)).toEqual(['4181'])
    expect(gateway.calls[0]?.headers.supportemail).toBe('desk@example.com')
  })

  test.each<[string, unknown, [string, string | number][]]>([
    [
      'what is wrong with the address',
      { Available: [], ValidationErrors: { 'Destination.Suburb': 'is not known' } },
      [['GoSweetSpot', 'destination.suburb: is not known']],
    ],
    [
      'the same as a list',
      { ValidationErrors: [{ Key: 'PostCode', Value: 'is missing' }, 'And more'] },
      [
        ['GoSweetSpot', 'PostCode: is missing'],
        ['GoSweetSpot', 'And more'],
      ],
    ],
    [
      'prices some of which cannot be read',
      {
        Available: [
          { CarrierName: 'NZ Post', Cost: 'free' },
          7,
          { QuoteId: 'q', CarrierName: 'Aramex', Cost: 5 },
        ],
      },
      [
        ['NZ Post', 'Its price could not be read.'],
        ['GoSweetSpot', 'Its price could not be read.'],
        ['Aramex', 500],
      ],
    ],
    [
      'refusals alone, with names in another case',
      { rejected: [{ carriername: 'Castle Parcels', reason: 'Too\n  heavy' }, { Carrier: 'Titus' }] },
      [
        ['Castle Parcels', 'Too heavy'],
        ['Titus', 'Gave no reason.'],
      ],
    ],
  ])('%s', async (_, body, expected) => {
    gateway.lies.set('POST /api/rates', { body })
    const answers = await courier.quote(freight(), never)
    expect(
      answers.map((answer) => [answer.courierName, 'reason' in answer ? answer.reason : answer.costCents]),
    ).toEqual(expected)
  })

  // V15.3.2
  test.each<[string, Parameters<typeof gateway.lies.set>[1], RegExp]>([
    ['an error of its own', { status: 500, body: 'Internal\nerror' }, /answered 500: Internal error/],
    ['text', { body: '<html>Maintenance</html>' }, /no JSON: <html>Maintenance/],
    ['half an answer', { body: '{"Available":[{"QuoteId"' }, /no JSON/],
    ['an empty object', { body: {} }, /no price and no refusal/],
    ['a list', { body: [] }, /expected object/],
    ['a closed connection', 'hang up', /fetch failed/],
    ['a redirect', { status: 302, body: '' }, /./],
  ])('%s is an error', async (_, lie, message) => {
    gateway.lies.set('POST /api/rates', lie)
    await expect(courier.quote(freight(), never)).rejects.toThrow(message)
    await expect(courier.quote(freight(), never)).rejects.not.toBeInstanceOf(CourierRefused)
  })

  it('that take too long become a refusal', async () => {
    gateway.lies.set('POST /api/rates', 'silence')
    const [asked] = await askCouriers([courier], freight(), never, 100)
    expect(asked?.answers).toEqual([
      { courierName: 'GoSweetSpot', courierSlug: 'gosweetspot', reason: 'Did not answer in time.' },
    ])
  })

  it('are refused with an instruction if the key is wrong', async () => {
    const stranger = goSweetSpot(siteAt(gateway.url, { accessKey: 'x' }))
    await expect(stranger.quote(freight(), never)).rejects.toEqual(
      new CourierRefused('GoSweetSpot does not let us in: check GSS_ACCESS_KEY and GSS_SITE_ID.'),
    )
  })
})

const BOOKING = '5f0c2c1e-1111-4222-8333-444455556666'

test.each([
  ['104823', /^104823-[0-9a-z]{10}$/],
  ['#1001', /^#1001-[0-9a-z]{10}$/],
  [' INV/48213 ', /^INV\/48213-[0-9a-z]{10}$/],
  ['A,B c', /^A-B-c-[0-9a-z]{10}$/],
  ['Ōtara 1', /^-tara-1-[0-9a-z]{10}$/],
  ['', /^[0-9a-z]{10}$/],
  ['  ', /^[0-9a-z]{10}$/],
  ['9'.repeat(60), /^9{39}-[0-9a-z]{10}$/],
])('the delivery reference begins with order %j', (orderCode, expected) => {
  expect(deliveryReference({ orderCode, bookingReference: BOOKING })).toMatch(expected)
})

it('is the same for the same booking, and differs between bookings of an order', () => {
  const of = (bookingReference: string) => deliveryReference({ orderCode: '104823', bookingReference })
  expect(of(BOOKING)).toBe(of(BOOKING))
  const all = Array.from({ length: 1000 }, (_, index) => of(`${BOOKING}${index}`))
  expect(new Set(all).size).toBe(1000)
})

it('has at most 50 characters and no comma, whatever the codes are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (orderCode, bookingReference) => {
      expect(deliveryReference({ orderCode, bookingReference })).toMatch(/^[A-Za-z0-9#/._-]{10,50}$/)
    }),
  )
})
