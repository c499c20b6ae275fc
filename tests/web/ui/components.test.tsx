import { readFileSync } from 'node:fs'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Tone } from '../../../src/domain/format/badge.ts'
import { Textarea } from '../../../src/web/form/fields.tsx'
import { reasonBeside } from '../../../src/web/lib/reason-beside.ts'
import { dispatchQueue, keyQueueAtom, useWaitForLayer } from '../../../src/web/state/key-queue.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { Alert } from '../../../src/web/ui/alert.tsx'
import { Badge } from '../../../src/web/ui/badge.tsx'
import { Button } from '../../../src/web/ui/button.tsx'
import { deferred } from '../../../src/web/ui/deferred.tsx'
import { Field } from '../../../src/web/ui/field.tsx'
import { FIELD_STYLE, Input } from '../../../src/web/ui/input.tsx'
import { Kbd } from '../../../src/web/ui/keycap.tsx'
import { Timeline } from '../../../src/web/ui/timeline.tsx'
import { Tooltip } from '../../../src/web/ui/tooltip.tsx'

describe('alert', () => {
  // MSG-1
  test.each([
    ['error', 'alert'],
    ['warning', 'status'],
    ['success', 'status'],
    ['info', 'status'],
  ] as const)('of the type %s is told as %s, with its title and text', (tone, role) => {
    render(
      <Alert tone={tone} title="Something went wrong.">
        Try again.
      </Alert>,
    )
    expect(screen.getByRole(role).textContent).toBe('Something went wrong.Try again.')
  })

  test('the types look different', () => {
    const looks = (['error', 'warning', 'success', 'info'] as const).map((tone) => {
      const { container, unmount } = render(<Alert tone={tone} />)
      const look = container.innerHTML
      unmount()
      return look
    })
    expect(new Set(looks).size).toBe(4)
  })
})

describe('badge', () => {
  const TONES: Tone[] = ['red', 'orange', 'amber', 'yellow', 'lime', 'green', 'sky', 'grey', 'neutral']

  test.each(TONES)('a badge of the tone %s is in that colour alone', (tone) => {
    render(<Badge tone={tone}>Status</Badge>)
    const colours = [...screen.getByText('Status').classList].filter((name) =>
      /^(bg|text)-\w+-(bg|ink)$/.test(name),
    )
    expect(colours).toEqual([`bg-${tone}-bg`, `text-${tone}-ink`])
  })
})

describe('button', () => {
  test.each([
    ['at rest', {}, 1],
    ['busy', { busy: true }, 0],
    ['aria-disabled', { 'aria-disabled': true }, 0],
  ])('%s handles clicks: %s', (_, props, presses) => {
    const pressed = vi.fn()
    render(
      <Button {...props} onClick={pressed}>
        Pack
      </Button>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Pack' }))
    expect(pressed).toHaveBeenCalledTimes(presses)
  })

  test('submits a form only if it has this type, and never while busy', () => {
    const submitted = vi.fn((event) => event.preventDefault())
    const form = (busy: boolean) => (
      <form onSubmit={submitted}>
        <Button>Cancel</Button>
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </form>
    )
    const { rerender } = render(form(false))
    fireEvent.click(screen.getByText('Cancel'))
    expect(submitted).not.toHaveBeenCalled()
    fireEvent.click(screen.getByText('Save'))
    expect(submitted).toHaveBeenCalledTimes(1)
    rerender(form(true))
    fireEvent.click(screen.getByText('Save'))
    expect(submitted).toHaveBeenCalledTimes(1)
  })

  test('a keycap is no part of the name', () => {
    render(
      <Button>
        Pack order<Kbd>p</Kbd>
      </Button>,
    )
    expect(screen.getByRole('button', { name: 'Pack order' })).toBeTruthy()
  })
})

describe('field', () => {
  test('connects label and control', () => {
    render(<Field label="Reference">{(control) => <Input {...control} />}</Field>)
    const input = screen.getByLabelText('Reference')
    expect([input.getAttribute('aria-invalid'), input.getAttribute('aria-describedby')]).toEqual([null, null])
  })

  test('connects a message with its control', () => {
    render(
      <Field label="Date paid" error="Not a day">
        {(control) => <Input {...control} />}
      </Field>,
    )
    const input = screen.getByLabelText('Date paid')
    const message = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect([input.getAttribute('aria-invalid'), message?.textContent]).toEqual(['true', 'Not a day'])
  })
})

describe('textarea', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  const height = () => screen.getByRole('textbox').style.height

  /** Simulates the layout of a text of so many lines, of 20 px each. */
  function showLines(lines: number) {
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(lines * 20)
    return <Textarea value={Array.from({ length: lines }, () => 'line').join('\n')} readOnly />
  }

  test('grows and shrinks with its text if the browser has no field-sizing', () => {
    vi.stubGlobal('CSS', { supports: () => false })
    const { rerender } = render(showLines(3))
    expect(height()).toBe('62px')
    rerender(showLines(7))
    expect(height()).toBe('142px')
    rerender(showLines(4))
    expect(height()).toBe('82px')
  })

  test('is left to the browser otherwise', () => {
    vi.stubGlobal('CSS', { supports: () => true })
    render(showLines(3))
    expect(height()).toBe('')
  })
})

describe('timeline', () => {
  test.each([
    ['success', 'lucide-circle-check', 'text-dot-green'],
    ['warning', 'lucide-triangle-alert', 'text-dot-amber'],
    ['pending', 'lucide-circle', 'text-fg-off'],
    ['other', 'lucide-circle', 'text-fg-3'],
  ] as const)('an event of the type %s has the icon %s in %s', (type, icon, tone) => {
    render(
      <Timeline
        events={[{ id: '1', title: 'Created', type, date: '20/11/2026 09:04', place: 'Auckland' }]}
      />,
    )
    const step = screen.getByRole('listitem')
    expect(step.textContent).toBe('Created Auckland20/11/2026 09:04')
    expect([...(step.querySelector('svg')?.classList ?? [])]).toEqual(expect.arrayContaining([icon, tone]))
  })
})

describe('tooltip', () => {
  function show(text: string | null): HTMLElement {
    render(
      <Tooltip text={text}>
        <button type="button">New Product</button>
      </Tooltip>,
    )
    const button = screen.getByRole('button')
    act(() => button.focus())
    return button
  }

  test('describes the control that has the focus, until Escape or leaving', () => {
    const button = show('Feature not available')
    expect(screen.getByRole('tooltip').textContent).toBe('Feature not available')
    expect(button.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(screen.queryByRole('tooltip')).toBeNull()
    act(() => button.blur())
    act(() => button.focus())
    expect(screen.getByRole('tooltip')).toBeTruthy()
    act(() => button.blur())
    expect(screen.queryByRole('tooltip')).toBeNull()
  })

  test('shows nothing without a text', () => {
    const button = show(null)
    expect([screen.queryByRole('tooltip'), button.getAttribute('aria-describedby')]).toEqual([null, null])
  })

  test('a tooltip that would leave the window is moved into it', () => {
    const box = new DOMRect(window.innerWidth - 50, 100, 90, 26)
    const spy = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(box)
    show('A consignment needs at least one parcel')
    expect(screen.getByRole('tooltip').style.marginLeft).toBe('-46px')
    spy.mockRestore()
  })
})

describe('deferred', () => {
  interface PanelProps {
    name: string
    onClose?: () => void
  }

  const Panel = ({ name }: PanelProps) => <p>Panel {name}</p>

  test('renders nothing until its chunk is loaded, and then at once', async () => {
    const load = vi.fn(async () => Panel)
    const { Component } = deferred(load)
    const { container } = render(<Component name="one" />)
    expect(container.textContent).toBe('')
    expect(await screen.findByText('Panel one')).toBeTruthy()
    render(<Component name="two" />)
    expect(screen.getByText('Panel two')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('renders in the first frame when preloaded', async () => {
    const { Component, preload } = deferred(async () => Panel)
    await act(async () => preload())
    render(<Component name="one" />)
    expect(screen.getByText('Panel one')).toBeTruthy()
  })

  test('tries again after a failure', async () => {
    const load = vi.fn(async () => Panel)
    load.mockRejectedValueOnce(new Error('offline'))
    const { Component, preload } = deferred(load)
    await act(async () => preload())
    render(<Component name="one" />)
    expect(await screen.findByText('Panel one')).toBeTruthy()
  })

  test('has keys wait until it is shown, and names them if it cannot be', async () => {
    const waits = () => store.get(keyQueueAtom).waits.map(({ label }) => label)
    const load = vi.fn(async () => Panel)
    load.mockRejectedValueOnce(new Error('offline'))
    const { Component } = deferred<PanelProps>(load)
    function Layer() {
      const [isOpen, setOpen] = useState(false)
      const close = () => setOpen(false)
      const onShown = useWaitForLayer('the calendar', isOpen, close)
      return (
        <>
          <button type="button" onClick={() => setOpen(!isOpen)} />
          {isOpen && <Component name="one" onClose={close} onShown={onShown} />}
        </>
      )
    }
    store.set(toastsAtom, [])
    render(<Layer />)
    const open = () => fireEvent.click(screen.getByRole('button'))
    const key = { input: { run: () => undefined }, name: 'Enter', at: 0 }
    open()
    expect(waits()).toEqual(['the calendar'])
    act(() => void dispatchQueue({ type: 'queued', key }))
    await waitFor(() => expect(waits()).toEqual([]))
    expect(store.get(toastsAtom).map(({ text }) => text)).toEqual(['Not done: Enter. It was cancelled.'])
    // What the user leaves does not open any more.
    for (const leave of [
      () => fireEvent.keyDown(window, { key: 'Escape' }),
      () => fireEvent.pointerDown(window),
    ]) {
      open()
      expect(waits()).toEqual(['the calendar'])
      leave()
      expect(waits()).toEqual([])
    }
    open()
    expect(waits()).toEqual(['the calendar'])
    expect(await screen.findByText('Panel one')).toBeTruthy()
    expect(waits()).toEqual([])
    open()
    open()
    expect([screen.queryByText('Panel one') !== null, waits()]).toEqual([true, []])
  })

  test('closes when it cannot be loaded, so that no invisible layer stays open', async () => {
    const close = vi.fn()
    const { Component } = deferred<PanelProps>(() => Promise.reject(new Error('offline')))
    render(<Component name="one" onClose={close} />)
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  })
})

const MESSAGE = 'Failed to get address details, please try again.'

test.each([
  [null, null],
  ['', null],
  [MESSAGE, null],
  [` ${MESSAGE}\n`, null],
  ['please try again.', null],
  ['There is no such address.', 'There is no such address.'],
  [`${MESSAGE} There is no such address.`, 'There is no such address.'],
])('beside the message, %j adds %j', (reason, added) => {
  expect(reasonBeside(MESSAGE, reason)).toBe(added)
})

const TOKENS = readFileSync('src/web/tokens.css', 'utf8')

/** Lightness, chroma and hue of a token's colour in a theme. */
function oklch(token: string, theme: 'light' | 'dark'): [number, number, number] {
  const [, value = ''] = new RegExp(`--${token}: light-dark\\(([^;]*)\\);`).exec(TOKENS) ?? []
  const colours = [...value.matchAll(/oklch\(([\d. ]+)\)/g)].map(([, numbers = '']) =>
    numbers.split(' ').map(Number),
  )
  const [lightness, chroma, hue] = colours[theme === 'light' ? 0 : 1] ?? []
  if (lightness === undefined || chroma === undefined || hue === undefined)
    throw new Error(`No token ${token}`)
  return [lightness, chroma, hue]
}

/** Relative luminance of a colour (WCAG), calculated in linear sRGB with the matrices of CSS Color 4. */
function luminance([lightness, chroma, hue]: [number, number, number]): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [high = 0, low = 0] = [luminance(oklch(one, theme)), luminance(oklch(other, theme))].sort(
    (x, y) => y - x,
  )
  return (high + 0.05) / (low + 0.05)
}

test('is calculated as by other tools', () => {
  expect(contrast('line-control', 'surface', 'light')).toBeCloseTo(3.96, 1)
  expect(contrast('line-control', 'surface', 'dark')).toBeCloseTo(4.69, 1)
  expect(contrast('line-field', 'surface', 'light')).toBeCloseTo(1.61, 1)
})

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  test.each(['surface', 'bg', 'raised', 'accent-soft', 'hover'])(
    'edges of fields and boxes have 3:1 at least on %s',
    (ground) => expect(contrast('line-control', ground, theme)).toBeGreaterThanOrEqual(3),
  )

  test.each(['text', 'text-2', 'text-3', 'accent-ink', 'danger-ink'])('%s has 4.5:1 at least', (ink) => {
    for (const ground of ['surface', 'bg', 'raised']) {
      expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(4.5)
    }
  })

  // The neutral badge has no ground of its own, and the second text colour.
  test.each(['red', 'orange', 'amber', 'yellow', 'lime', 'green', 'sky', 'grey'])(
    'a badge of the tone %s has 4.5:1 at least',
    (tone) => expect(contrast(`${tone}-ink`, `${tone}-bg`, theme)).toBeGreaterThanOrEqual(4.5),
  )
})

test('fields and boxes use that border colour', () => {
  expect(FIELD_STYLE.join(' ')).toMatch(/(^| )border-line-control( |$)/)
})
