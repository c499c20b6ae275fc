import { describe, expect, test } from 'vitest'
import { payloadOf, stationOnTest, toSend } from './station-on-test.ts'

const ORDER = toSend('104823')

const NEXT = toSend('104824')

const NOTHING = { is: 'nothing' } as const

const lost = { type: 'not-booked', quote: 'q1', reason: null, mayHaveHappened: true } as const

describe('the station', () => {
  describe('a scan', () => {
    test('empties the field and opens the order; its own Enter books nothing', () => {
      const station = stationOnTest()
      station.scan('104823')
      expect([station.did, station.state.text]).toEqual([['open 104823'], ''])
      station.found(ORDER)
      expect([station.phase, station.sounds]).toEqual(['open', ['right']])
      station.prepare('104823')
      expect(station.did).toEqual(['price 104823'])
      station.price()
      expect(station.did).toEqual([])
    })

    // ORD-70: the sign may be part of the code.
    test.each([
      ['104823', 'open 104823'],
      ['#104823', 'open #104823'],
      [' 104823 ', 'open 104823'],
      // The identifier of a Code 128 (PRD-7), and one that begins GS1 element strings.
      [']C0104823', 'open 104823'],
      [']C10110614141000415', 'open ]C10110614141000415'],
    ])('of %j looks up that code', (text, expected) => {
      const station = stationOnTest()
      station.scan(text)
      expect(station.did).toEqual([expected])
    })

    test('is followed by a parcel, which waits for the order', () => {
      const station = stationOnTest()
      station.scan('104823')
      expect(station.did).toEqual(['open 104823'])
      station.scan('22x60x30 11.4')
      expect(station.did).toEqual([])
      station.found(ORDER)
      expect([station.phase, station.did]).toEqual(['open', ['fill in 104823: 11.4 kg, parcel 1']])
    })

    test('of an unknown code names the parcel that was typed for it', () => {
      const station = stationOnTest()
      station.scan('104899')
      station.scan('22x60x30 11.4')
      station.send({
        type: 'not-found',
        code: '104899',
        reason: 'Not found.',
        isUnknown: true,
        meaning: NOTHING,
      })
      const { phase } = station.state
      expect(phase.name === 'refused' && phase.reason).toBe('Not found. The typed parcel was not used.')
    })

    test('and Enter before the price is there says that it is loading, until it is', () => {
      const station = stationOnTest()
      station.scan('104823')
      station.found(ORDER)
      station.prepare('104823')
      expect(station.did).toEqual(['price 104823'])
      station.enter()
      const alert = () => station.state.phase.name === 'open' && station.state.phase.alert
      expect([alert(), station.did]).toEqual(['The prices are still loading', []])
      station.price()
      expect(alert()).toBeNull()
    })

    test('of blanks opens and books nothing', () => {
      const station = stationOnTest()
      station.open(ORDER)
      station.scan('  ')
      expect([station.did, station.phase]).toEqual([[], 'open'])
    })

    test('outside of the field opens the order, too', () => {
      const station = stationOnTest()
      station.scanBeside('104823')
      expect(station.did).toEqual(['open 104823'])
    })

    test('of the last item outside of the field books nothing by a second Enter of the scanner', () => {
      const station = stationOnTest({ verifiesItems: true })
      station.open(ORDER)
      station.scan('2*ITEM-A')
      station.scanBeside('ITEM-B')
      station.enter(10)
      expect([station.did, station.phase]).toEqual([[], 'open'])
      station.enter()
      expect(station.did).toEqual(['book q1 for 104823'])
    })

    test('while the price loads opens the other order, and the late price is dropped', () => {
      const station = stationOnTest()
      station.scan('104823')
      station.found(ORDER)
      station.prepare('104823')
      station.scan('104824')
      expect(station.did).toEqual(['open 104824'])
      const options = [] as const
      const late = { type: 'priced', payload: payloadOf('104823'), options, refusals: options } as const
      station.send({ ...late, requirements: options, proposal: null, at: 0 })
      station.found(NEXT)
      station.enter()
      expect([station.did, station.phase]).toEqual([[], 'open'])
    })

    test('overtaken by another shows the order scanned last', () => {
      const station = stationOnTest()
      station.scan('104823')
      station.scan('104824')
      station.found(ORDER)
      expect(station.phase).toBe('opening')
      station.found(NEXT)
      expect(station.state.phase).toMatchObject({ name: 'open', opened: { order: { code: '104824' } } })
    })

    test('during a booking waits for its outcome', () => {
      const station = stationOnTest()
      station.open(ORDER)
      station.enter()
      station.scan('104824')
      expect([station.did, station.phase]).toEqual([[], 'booking'])
      station.send({ type: 'booked', quote: 'q1', consignment: 'LH1' })
      expect(station.did).toEqual(['print LH1', 'open 104824'])
    })

    test('during a booking, with a parcel typed for it, opens that order with the parcel', () => {
      const station = stationOnTest()
      station.open(ORDER)
      station.enter()
      station.scan('104824')
      station.scan('22x60x30 11.4')
      station.send({ type: 'booked', quote: 'q1', consignment: 'LH1' })
      expect(station.did).toEqual(['print LH1', 'open 104824'])
      station.found(NEXT)
      expect(station.did).toEqual(['fill in 104824: 11.4 kg, parcel 1'])
    })

    test('during a booking that fails is dropped, so that the failure is seen', () => {
      const station = stationOnTest()
      station.open(ORDER)
      station.enter()
      station.scan('104824')
      station.send(lost)
      expect([station.phase, station.state.next]).toEqual(['unknown', []])
    })
  })

  describe('an order is refused', () => {
    test.each([
      [
        'collected',
        { dates: { shipped_at: '2026-11-20T00:00:00Z' }, freight: { is_pickup: true } },
        'The order has already been collected',
      ],
      ['click & collect', { freight: { is_pickup: true } }, 'The order is click & collect'],
    ])('if it is %s', (_, fields, reason) => {
      const station = stationOnTest()
      station.scan('104823')
      station.found(toSend('104823', fields))
      expect(station.state.phase).toMatchObject({ name: 'refused', code: '104823', reason })
      expect(station.sounds).toEqual(['wrong'])
      station.enter()
      expect(station.did).toEqual([])
    })

    test('if there is none, also while another one was open, which is then closed', () => {
      const station = stationOnTest()
      station.open(ORDER)
      station.scan('999')
      station.send({
        type: 'not-found',
        code: '999',
        reason: 'No such order',
        isUnknown: true,
        meaning: NOTHING,
      })
      expect([station.phase, station.sounds]).toEqual(['refused', ['wrong']])
      station.enter()
      expect(station.did).toEqual([])
    })
  })

  test.each([
    [{ dates: { shipped_at: '2026-11-20T00:00:00Z' } }, 'The order has already been shipped'],
    [{ freight: { is_pickup: true } }, 'The order is click & collect'],
  ])('an order that can no longer be sent is refused while its price is shown: %j', (fields, reason) => {
    const station = stationOnTest()
    station.open(ORDER)
    station.send({ type: 'changed', order: toSend('104823', fields) })
    expect(station.state.phase).toMatchObject({ name: 'refused', code: '104823', reason })
    station.enter()
    expect(station.did).toEqual([])
  })

  describe('Enter', () => {
    test('books the proposed option once, and prints its label', () => {
      const station = stationOnTest()
      station.open(ORDER)
      station.enter()
      expect([station.did, station.phase]).toEqual([['book q1 for 104823'], 'booking'])
      station.enter()
      expect(station.did).toEqual([])
      station.send({ type: 'booked', quote: 'q1', consignment: 'LH1' })
      expect([station.did, station.sounds, station.phase]).toEqual([['print LH1'], ['done'], 'booked'])
      station.enter()
      expect(station.did).toEqual([])
    })

    test.each<[string, (station: ReturnType<typeof stationOnTest>) => void]>([
      ['a held key', (station) => station.enter(1_000, true)],
      [
        'a text in the field',
        (station) => {
          station.type('1')
          station.enter(5_000)
        },
      ],
      [
        'a text that was just deleted',
        (station) => {
          station.type('1')
          station.type('', 10)
          station.enter(299)
        },
      ],
      ['the price was just shown', (station) => station.enter(299)],
    ])('books nothing after %s', (_, press) => {
      const station = stationOnTest()
      station.open(ORDER)
      press(station)
      expect(station.did.filter((words) => words.startsWith('book'))).toEqual([])
    })

    test('books nothing while the order or its price loads', () => {
      const station = stationOnTest()
      station.scan('104823')
      station.enter()
      expect(station.did).toEqual([])
      station.found(ORDER)
      station.enter()
      expect([station.did, station.alert]).toEqual([[], null])
      station.prepare('104823')
      station.enter()
      expect(station.did).toEqual([])
    })

    test('says what is missing', () => {
      const station = stationOnTest()
      station.scan('104823')
      station.found(ORDER)
      station.prepare('104823', null)
      station.enter()
      expect([station.did, station.alert, station.sounds]).toEqual([[], 'Not measured', ['wrong']])
    })

    test('hides the reason once the weight is known, and the next Enter books', () => {
      const station = stationOnTest()
      station.scan('104823')
      station.found(ORDER)
      station.prepare('104823', null)
      station.enter()
      station.prepare('104823')
      station.price()
      expect(station.alert).toBeNull()
      station.enter()
      expect(station.did).toEqual(['book q1 for 104823'])
    })

    test('says that there is no price, or that none is proposed', () => {
      const station = stationOnTest()
      station.scan('104823')
      station.found(ORDER)
      station.prepare('104823')
      station.price([])
      station.enter()
      expect(station.alert).toBe('No courier gave a price for this parcel')
      station.prepare('104823', payloadOf('104823', 2))
      station.price(['q1', 'q2'], null)
      station.enter()
      station.enter()
      expect(station.alert).toBe('Choose a courier first, with ↑ or ↓')
    })

    test('requests prices that failed or are too old again, and books nothing', () => {
      const station = stationOnTest()
      station.open(ORDER)
      station.enter(30 * 60_000)
      expect(station.did).toEqual(['price 104823'])
      const { phase } = station.state
      if (phase.name !== 'open' || phase.opened.payload === null) throw new Error('It is not open.')
      station.send({ type: 'not-priced', payload: phase.opened.payload, reason: 'Offline' })
      station.enter()
      expect(station.did).toEqual(['price 104823'])
    })

    test('books the option chosen by ↑, ↓ or a click', () => {
      const station = stationOnTest()
      station.open(ORDER)
      station.send({ type: 'move', step: 1 })
      station.enter()
      expect(station.did).toEqual(['book q2 for 104823'])
      for (const [events, quote] of [
        [[1, 1], 'q1'],
        [[-1], 'q2'],
      ] as const) {
        const other = stationOnTest()
        other.open(ORDER)
        for (const step of events) other.send({ type: 'move', step })
        other.enter()
        expect(other.did).toEqual([`book ${quote} for 104823`])
      }
      const clicked = stationOnTest()
      clicked.open(ORDER)
      clicked.send({ type: 'choose', id: 'q2' })
      clicked.enter()
      expect(clicked.did).toEqual(['book q2 for 104823'])
    })

    test('without a proposal ↓ starts at the first option and ↑ at the last', () => {
      for (const [step, quote] of [
        [1, 'q1'],
        [-1, 'q3'],
      ] as const) {
        const station = stationOnTest()
        station.scan('104823')
        station.found(ORDER)
        station.prepare('104823')
        station.price(['q1', 'q2', 'q3'], null)
        station.send({ type: 'move', step })
        station.enter()
        expect(station.did).toEqual([`book ${quote} for 104823`])
      }
    })
  })
})

describe('outcomes', () => {
  const failed = (reason: string | null = null) =>
    ({ type: 'not-booked', quote: 'q1', reason, mayHaveHappened: false }) as const

  test('a changed parcel is priced anew, and an unchanged one is not', () => {
    const station = stationOnTest()
    station.open(ORDER)
    station.prepare('104823')
    expect(station.did).toEqual([])
    station.prepare('104823', payloadOf('104823', 2))
    expect(station.did).toEqual(['price 104823'])
    station.enter()
    expect(station.did).toEqual([])
  })

  test('a parcel is typed in one line', () => {
    const station = stationOnTest()
    station.scan('104823')
    station.found(ORDER)
    station.scan('22x60x30 11.4')
    expect(station.did).toEqual(['fill in 104823: 11.4 kg, parcel 1'])
  })

  describe('a booking', () => {
    test('that is refused shows the reason and new prices', () => {
      const station = stationOnTest()
      station.open(ORDER)
      station.enter()
      station.send(failed('The price has expired'))
      expect([station.did, station.alert]).toEqual([['price 104823'], 'The price has expired'])
    })

    const inDoubt = (booksOnce = true) => {
      const station = stationOnTest({ booksOnce })
      station.open(ORDER)
      station.enter()
      station.send(lost)
      return station
    }

    test('with an unknown outcome repeats the same price only', () => {
      const station = inDoubt()
      expect([station.phase, station.did, station.sounds]).toEqual(['unknown', [], ['wrong']])
      station.prepare('104823')
      station.send({ type: 'move', step: 1 })
      station.enter()
      expect(station.did).toEqual(['book q1 for 104823'])
    })

    test('with an unknown outcome is still unknown when the order is scanned again or was sent', () => {
      const station = inDoubt()
      station.open(NEXT)
      station.scan('104823')
      station.found(toSend('104823', { notes: 'Ring first' }))
      expect([station.phase, station.did]).toEqual(['unknown', []])
      expect(station.state.phase).toMatchObject({ doubt: { opened: { order: { notes: 'Ring first' } } } })
      station.prepare('104823')
      // Perhaps by this booking, whose label Enter then prints.
      const dates = { shipped_at: '2026-11-20T00:00:00Z' }
      station.send({ type: 'changed', order: toSend('104823', { dates }) })
      station.enter()
      expect(station.did).toEqual(['book q1 for 104823'])
    })

    test('with an unknown outcome is not repeated before the form is known, nor once it has changed', () => {
      const station = inDoubt()
      station.send({ type: 'prepared', code: '104823', payload: null, missing: null })
      station.enter()
      expect([station.phase, station.did]).toEqual(['unknown', []])
      station.prepare('104823', payloadOf('104823', 2))
      expect([station.did, station.sounds]).toEqual([['price 104823'], ['wrong']])
      expect(station.alert).toBe('The consignment has changed since it was requested')
      station.price(['q3'])
      station.enter()
      station.enter()
      expect(station.booking?.payload).toEqual(payloadOf('104823', 2))
    })

    test('with an unknown outcome is never repeated at a back end that could book it twice', () => {
      const station = inDoubt(false)
      station.prepare('104823', payloadOf('104823', 2))
      station.enter()
      expect([station.phase, station.did]).toEqual(['unknown', []])
      station.send({ type: 'close' })
      station.scan('104823')
      station.found(ORDER)
      station.enter()
      expect([station.phase, station.did]).toEqual(['unknown', []])
    })

    test('without a number prints nothing, and its order counts as finished', () => {
      const station = stationOnTest()
      station.open(ORDER)
      station.enter()
      station.send({ type: 'booked', quote: 'q1', consignment: null })
      expect([station.phase, station.did]).toEqual(['booked', []])
      station.scan('104823')
      station.found(ORDER)
      expect(station.phase).toBe('refused')
    })
  })

  test('Esc cancels prices that are pending, so that the order can be opened anew', () => {
    const station = stationOnTest()
    station.scan('104823')
    station.found(ORDER)
    station.prepare('104823')
    station.send({ type: 'close' })
    expect([station.phase, station.did]).toEqual(['waiting', ['cancel price 104823']])
    station.open(ORDER)
    station.send({ type: 'close' })
    expect(station.did).toEqual([])
  })

  test('Esc clears the field, then the message, then the order; not a booking', () => {
    const station = stationOnTest()
    station.scan('104823')
    station.found(ORDER)
    station.prepare('104823', null)
    station.enter()
    station.type('1')
    const close = () => station.send({ type: 'close' })
    close()
    expect([station.state.text, station.alert]).toEqual(['', 'Not measured'])
    close()
    expect([station.phase, station.alert]).toEqual(['open', null])
    close()
    expect(station.phase).toBe('waiting')
    station.open(ORDER)
    station.enter()
    close()
    expect(station.phase).toBe('booking')
  })
})

test.each([
  [[], ['press z'], ''],
  [['z1'], [], 'z1'],
  [[''], [], ''],
])('ORD-56 a letter in the empty field is a key if it stays alone; of %j, %j', (followedBy, did, text) => {
  const station = stationOnTest()
  station.type('z')
  expect(station.did).toEqual(['await z'])
  const { typedAt } = station.state
  for (const next of followedBy) station.type(next, 30)
  station.send({ type: 'letter', letter: 'z', typedAt })
  expect([station.did, station.state.text]).toEqual([did, text])
})
