import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import { contextWith, freightTarget, listTarget, recordTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { fc } from '../../properties.ts'
import { settle, setUp } from './listener-harness.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const ORDER = { kind: 'order', code: '104823' } as const
const OF_ORDER = { targets: ['order', 'consignmentForm', 'parcels', 'labels'] } as const
const there = () => ({ record: recordTarget('104823'), order: exampleOrder() })

/** An order that is loading, with its wait. */
function loading() {
  const context = contextWith({ record: recordTarget('104823', { loading: true }) })
  const hands = setUp(context)
  const wait = hands.queue.begin({ label: '104823', record: ORDER, holds: OF_ORDER })
  const arrive = () => {
    context.targets = there()
    hands.queue.end(wait)
    hands.listener.runQueued()
  }
  return { ...hands, context, wait, arrive }
}

/** The user has left an order for another screen. */
function pending(record: typeof ORDER | null = null) {
  const context = contextWith(there())
  const hands = setUp(context)
  const wait = hands.queue.begin({ record, holds: 'screen' })
  const arrive = (targets: typeof context.targets) => {
    context.targets = targets
    hands.queue.end(wait)
    hands.listener.runQueued()
  }
  return { ...hands, context, wait, arrive }
}

const names = (hands: ReturnType<typeof setUp>) => hands.queue.dropped.map(({ name }) => name)

describe('while the record is loading', () => {
  test('a key that acts on it waits, and runs when it is loaded', () => {
    const { deps, press, arrive } = loading()
    press('y')
    settle()
    expect(deps.run).not.toHaveBeenCalled()
    arrive()
    expect(deps.run.mock.calls).toEqual([['order.copy-code']])
  })

  test('the second key of a sequence runs at once, although a command for the record has it alone', () => {
    const { deps, press } = loading()
    for (const key of ['g', 'c']) {
      press(key)
      settle()
    }
    expect(deps.run.mock.calls).toEqual([['go.customers']])
  })

  test('a key that another command has until then waits for the record', () => {
    const { deps, press, arrive } = loading()
    press('c')
    settle()
    expect(deps.run).not.toHaveBeenCalled()
    arrive()
    expect(deps.run.mock.calls).toEqual([['order.create-consignment']])
  })

  test.each(['u', 'mod+k'])('%s needs no record, and runs at once', (key) => {
    const { deps, press } = loading()
    press(key)
    settle()
    expect(deps.run).toHaveBeenCalledTimes(1)
  })

  test('a key behind one that waits waits too, so that they run in order', () => {
    const { deps, press, arrive } = loading()
    for (const key of ['y', 'u']) {
      press(key)
      settle()
    }
    expect(deps.run).not.toHaveBeenCalled()
    arrive()
    expect(deps.run.mock.calls).toEqual([['order.copy-code'], ['record.back']])
  })

  test('a key that confirms a dialog waits for the dialog', () => {
    const { deps, press, listener, queue, context, arrive } = loading()
    let opening = 0
    deps.run.mockImplementationOnce(() => {
      context.layer = 'dialog'
      opening = queue.begin({ holds: 'all' })
    })
    press('r')
    expect(press('mod+Enter')).toBe('stop')
    arrive()
    expect(deps.run.mock.calls).toEqual([['order.record-payment']])
    const dialog = { title: '', confirmLabel: '', confirm() {}, cancel() {}, blocked: null }
    context.targets = { ...context.targets, dialog }
    queue.end(opening)
    listener.runQueued()
    expect(deps.run).toHaveBeenLastCalledWith('dialog.confirm')
  })

  test('keys are dropped and named when it cannot be loaded', () => {
    const hands = loading()
    hands.press('r')
    hands.press('mod+Enter')
    hands.context.targets = there()
    hands.queue.end(hands.wait, { type: 'failed', reason: 'Gone' })
    hands.listener.runQueued()
    expect(names(hands)).toEqual(['Record payment', 'Ctrl Enter'])
    expect(hands.deps.run).not.toHaveBeenCalled()
  })

  test('a custom sequence waits completely', () => {
    const context = contextWith(
      { record: recordTarget('104823', { loading: true }) },
      { customShortcuts: { 'order.pack': 'g w', 'order.copy-code': 'w y' } },
    )
    const { deps, press, listener, queue } = setUp(context)
    const wait = queue.begin({ record: ORDER, holds: OF_ORDER })
    for (const key of ['g', 'w', 'w', 'y']) {
      press(key)
      settle()
    }
    expect(deps.run).not.toHaveBeenCalled()
    context.targets = there()
    queue.end(wait)
    listener.runQueued()
    expect(deps.run.mock.calls).toEqual([['order.pack'], ['order.copy-code']])
  })
})

describe('while a form is sent', () => {
  beforeEach(() => {
    document.body.innerHTML = '<div role="dialog"><input id="date" data-day=""></div>'
  })

  test('a key pressed in its date field is for the screen behind it, also if the answer comes before the key is typed', () => {
    const context = contextWith(there(), { layer: 'dialog' })
    const { deps, press, listener, queue } = setUp(context)
    const wait = queue.begin({ holds: 'all' })
    press('y', 'date')
    document.body.innerHTML = ''
    context.layer = 'page'
    queue.end(wait)
    listener.runQueued()
    settle()
    expect(deps.run.mock.calls).toEqual([['order.copy-code']])
    expect(deps.insertText).not.toHaveBeenCalled()
  })

  test('and is typed into a field that has the focus there', () => {
    const context = contextWith(there(), { layer: 'dialog' })
    const { deps, press, listener, queue } = setUp(context)
    const wait = queue.begin({ holds: 'all' })
    press('y', 'date')
    document.body.innerHTML = '<input id="next">'
    deps.focused.mockImplementation(() => document.getElementById('next') ?? document.body)
    context.layer = 'page'
    queue.end(wait)
    listener.runQueued()
    settle()
    expect(deps.insertText.mock.calls).toEqual([['y']])
    expect(deps.run).not.toHaveBeenCalled()
  })
})

describe('while another screen is pending', () => {
  test('its keys wait in order, and none acts on the previous screen', () => {
    const { deps, press, arrive } = pending()
    for (const key of ['x', ']', 'y']) {
      press(key)
      settle()
    }
    expect(deps.run).not.toHaveBeenCalled()
    arrive({ list: listTarget({ hasNextPage: true, select: vi.fn() }), order: exampleOrder() })
    expect(deps.run.mock.calls).toEqual([['list.select'], ['list.next-page'], ['order.copy-code']])
  })

  test('keys for a record never run on another one, and are named', () => {
    const hands = pending(ORDER)
    hands.press('r')
    settle()
    hands.arrive({ record: recordTarget('104824'), order: exampleOrder({ code: '104824' }) })
    expect(hands.deps.run).not.toHaveBeenCalled()
    expect(names(hands)).toEqual(['Record payment'])
  })

  test('each of several keys waits for the result of the previous one', () => {
    const hands = pending()
    const { deps, press, context, queue, listener } = hands
    let wait = hands.wait
    deps.run.mockImplementation(() => {
      wait = queue.begin({ holds: 'screen' })
    })
    for (const key of ['j', 'j', 'j']) {
      press(key)
      settle()
    }
    for (const times of [1, 2, 3]) {
      context.targets = { record: recordTarget(`${times}`) }
      queue.end(wait)
      listener.runQueued()
      expect(deps.run.mock.calls.length).toBe(times)
    }
  })

  test.each<[string, string, (press: (name: string) => unknown) => unknown]>([
    ['Esc drops them and goes nowhere', 'Copy order code', (press) => press('Escape')],
    ['they are dropped after ten seconds', 'Copy order code', () => vi.advanceTimersByTime(10_250)],
  ])('%s', (_, name, drop) => {
    const hands = pending(ORDER)
    hands.press('y')
    settle()
    drop(hands.press)
    hands.arrive(there())
    expect(hands.deps.run).not.toHaveBeenCalled()
    expect(names(hands)).toEqual([name])
  })

  test('a sequence is not split', () => {
    const { deps, press, arrive } = pending()
    for (const key of ['g', 'e']) {
      press(key)
      settle()
    }
    arrive({ list: listTarget() })
    expect(deps.run.mock.calls).toEqual([['go.emails']])
  })

  test('two keys that were pressed three seconds apart are no sequence', () => {
    const { deps, press, arrive } = pending()
    press('g')
    vi.advanceTimersByTime(3_000)
    press('e')
    vi.advanceTimersByTime(2_000)
    arrive({ list: listTarget() })
    expect(deps.run).not.toHaveBeenCalled()
  })

  // KEY-3
  test('when keys were pressed decides what belongs together, whether they waited or not', () => {
    const gaps = fc.constantFrom(200, 700, 1_900, 2_100)
    const scripts = fc.array(fc.record({ key: fc.constantFrom('g', 'e', 'y'), gap: gaps }), {
      minLength: 2,
      maxLength: 5,
    })
    fc.assert(
      fc.property(scripts, fc.nat(5), gaps, (keys, arrivesBefore, delay) => {
        const { deps, press, arrive } = pending()
        let begun: number | null = null
        const expected: string[] = []
        for (const [index, { key, gap }] of keys.entries()) {
          if (index === arrivesBefore) {
            arrive(there())
            // A first key that waited is shown from now on.
            if (begun !== null) begun = Date.now()
            vi.advanceTimersByTime(delay)
          }
          if (key === 'e' && begun !== null && Date.now() - begun <= 2_000) expected.push('go.emails')
          if (key === 'y') expected.push('order.copy-code')
          begun = key === 'g' ? Date.now() : null
          press(key)
          vi.advanceTimersByTime(gap)
        }
        if (arrivesBefore >= keys.length) arrive(there())
        settle()
        expect(deps.run.mock.calls.flat()).toEqual(expected)
      }),
    )
  })

  test('a key that does nothing there is named, and delays nothing', () => {
    const { deps, press, arrive } = pending()
    for (const key of ['r', 'Enter']) {
      press(key)
      settle()
    }
    arrive({ list: listTarget() })
    expect(deps.run.mock.calls).toEqual([['list.open']])
    expect(deps.notify).toHaveBeenCalledWith('r (Record payment) does nothing here')
  })

  test.each([
    ['the palette opens at once', 'mod+k', 'palette.open'],
    ['what browsers keep is theirs', 'mod+r', null],
    ['a field takes what is typed', 'j', null],
  ])('%s', (_, key, runs) => {
    document.body.innerHTML = '<input id="field" />'
    const { deps, press } = pending()
    const verdict = press(key, key === 'j' ? 'field' : '')
    expect(verdict).toBe(runs === null ? 'leave' : 'prevent')
    expect(deps.run.mock.calls).toEqual(runs === null ? [] : [[runs]])
  })

  test('a digit opens the palette, and a held key stops when it is released', () => {
    const { deps, press, arrive } = pending()
    for (let repeats = 0; repeats < 9; repeats += 1) press('j', '', { repeat: true })
    press('1')
    expect(deps.openPalette.mock.calls).toEqual([['1']])
    arrive({ list: listTarget() })
    expect(deps.run).not.toHaveBeenCalled()
  })
})

describe('behind an Enter in the palette', () => {
  function behindEnter() {
    const context = contextWith(there(), { layer: 'palette' })
    document.body.innerHTML = '<input id="field" />'
    const hands = setUp(context)
    return { ...hands, context, wait: hands.queue.begin({ label: '104823', holds: 'palette-enter' }) }
  }

  test.each(['r', 'mod+shift+Enter', 'alt+1', 't'])('%s waits for the record', (key) => {
    const { press, queue } = behindEnter()
    expect(press(key, 'field')).toBe('stop')
    expect(queue.state().keys).toHaveLength(1)
  })

  test.each(['5', 'Backspace', 'ArrowDown', 'Enter', 'mod+c', 'mod+a'])('%s is the field’s own', (key) => {
    const { press, queue } = behindEnter()
    expect(press(key, 'field')).toBe('leave')
    expect(queue.state().keys).toHaveLength(0)
  })

  test('a digit behind a key that waits waits too', () => {
    const { press, queue } = behindEnter()
    press('r', 'field')
    expect(press('5', 'field')).toBe('stop')
    expect(queue.state().keys.map(({ name }) => name)).toEqual(['Record payment', '5'])
  })

  test.each(['Backspace', 'ArrowLeft', 'Escape'])('%s drops what waits and returns to the text', (key) => {
    const hands = behindEnter()
    hands.press('r', 'field')
    expect(hands.press(key, 'field')).toBe('stop')
    expect(hands.deps.typeAhead).toHaveBeenCalledWith({ chord: 'Escape', character: null, repeat: false })
    expect(names(hands)).toEqual(['Record payment'])
  })
})

describe('while an answer is awaited in a dialog', () => {
  const setUpPanel = () => {
    const freight = {
      ...freightTarget({ options: 0 }),
      press: vi.fn((stroke: Stroke) => stroke.chord !== 'Escape'),
    }
    const context = contextWith({ order: exampleOrder(), freight }, { layer: 'dialog' })
    const hands = setUp(context)
    return { ...hands, freight, wait: hands.queue.begin({ label: 'the freight options', holds: 'all' }) }
  }

  test('a digit with Shift chooses once the options are there', () => {
    const { press, freight, queue, listener, wait } = setUpPanel()
    press('@', '', { chord: 'shift+2' })
    settle()
    expect(freight.press).not.toHaveBeenCalled()
    queue.end(wait)
    listener.runQueued()
    expect(freight.press.mock.calls).toMatchObject([[{ chord: 'shift+2' }, expect.any(Number)]])
  })

  test('Esc closes it at once', () => {
    const { press } = setUpPanel()
    expect(press('Escape')).toBe('leave')
  })
})

describe('while an answer is awaited, with a button focused', () => {
  const setUpWaiting = (layer: 'dialog' | 'page') => {
    document.body.innerHTML = '<button id="button"></button><input id="next">'
    const context = contextWith(there(), { layer })
    const hands = setUp(context)
    const wait = hands.queue.begin({ holds: 'all' })
    const arrive = () => {
      hands.deps.focused.mockImplementation(() => document.getElementById('next') ?? document.body)
      hands.queue.end(wait)
      hands.listener.runQueued()
    }
    return { ...hands, arrive }
  }

  test.each(['dialog', 'page'] as const)(
    'a scan that begins with a digit jumps with all of it: %s',
    (layer) => {
      const { deps, press, type, queue } = setUpWaiting(layer)
      type('1108857', 10, 'button')
      expect(press('Enter', 'button')).toBe('stop')
      settle()
      expect(deps.jump.mock.calls).toEqual([['1108857']])
      expect([queue.state().keys, deps.openPalette.mock.calls]).toEqual([[], []])
    },
  )

  test.each([
    ['dialog', 10],
    ['dialog', 150],
    ['page', 10],
    ['page', 150],
  ] as const)('digits typed by hand wait, and are typed in order: %s, %i ms apart', (layer, gap) => {
    const { deps, type, arrive } = setUpWaiting(layer)
    type('1045', gap, 'button')
    vi.advanceTimersByTime(300)
    expect([deps.openPalette, deps.insertText].flatMap(({ mock }) => mock.calls)).toEqual([])
    arrive()
    expect(deps.insertText.mock.calls.flat().join('')).toBe('1045')
  })
})

// KEY-7
describe('a key pressed just before what it waits for is there', () => {
  beforeEach(() => {
    document.body.innerHTML = '<input id="next">'
  })

  test.each([
    ['y', 'dialog'],
    ['y', 'page'],
    ['1', 'dialog'],
    ['1', 'page'],
  ] as const)('%s is typed into the field that then has the focus: %s', (key, layer) => {
    const context = contextWith(there())
    const { deps, press, listener, queue } = setUp(context)
    const wait = queue.begin({ holds: 'all' })
    press(key)
    vi.advanceTimersByTime(20)
    context.layer = layer
    deps.focused.mockImplementation(() => document.getElementById('next') ?? document.body)
    queue.end(wait)
    listener.runQueued()
    settle()
    expect(deps.insertText.mock.calls).toEqual([[key]])
    expect([deps.run, deps.openPalette].flatMap(({ mock }) => mock.calls)).toEqual([])
  })

  test('follows the keys before it', () => {
    const { deps, press, arrive } = loading()
    press('y')
    settle()
    press('p')
    arrive()
    press('y')
    settle()
    expect(deps.run.mock.calls.flat()).toEqual(['order.copy-code', 'order.pack', 'order.copy-code'])
  })
})

test('a scan behind keys that wait is carried out although they cannot be', () => {
  const hands = pending(ORDER)
  hands.press('r')
  settle()
  hands.type('104899', 10)
  hands.press('Enter')
  expect(hands.deps.jump).not.toHaveBeenCalled()
  hands.queue.end(hands.wait, { type: 'failed', reason: 'Gone' })
  hands.listener.runQueued()
  expect(hands.deps.jump.mock.calls).toEqual([['104899']])
  expect(names(hands)).toEqual(['Record payment'])
})

test('a pasted text waits behind keys, and otherwise is the browser’s', () => {
  const { listener, press, deps, queue, wait } = pending(ORDER)
  expect(listener.paste('104899', Date.now())).toBe(false)
  press('y')
  settle()
  expect(listener.paste('104899', Date.now())).toBe(true)
  queue.end(wait)
  listener.runQueued()
  expect([deps.run.mock.calls, deps.openPalette.mock.calls]).toEqual([[['order.copy-code']], [['104899']]])
})

// KEY-7: `press` in the queue is the key that opens the palette, which is still being loaded.
test('a text that was pasted while the palette is loaded is typed into it, its lines apart', () => {
  const { listener, deps, queue } = setUp(contextWith({ order: exampleOrder(), list: listTarget() }))
  const loading = queue.begin({ holds: 'palette' })
  const open = () => deps.isPaletteOpening.mockReturnValue(true)
  queue.apply({ type: 'deferred', key: { input: { run: open }, name: 'Palette', at: Date.now() } })
  expect(listener.paste('108856\r\n108857\r\n', Date.now())).toBe(true)
  queue.end(loading)
  listener.runQueued()
  expect(deps.typeAhead.mock.calls.map(([{ character }]) => character).join('')).toBe('108856 108857')
  expect([deps.notify, deps.insertText].flatMap(({ mock }) => mock.calls)).toEqual([])
})
