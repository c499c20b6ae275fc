import { act, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { beforeEach, describe, expect, test } from 'vitest'
import { CommandButton } from '../../../src/web/commands/command-button.tsx'
import { commandContext } from '../../../src/web/commands/context.ts'
import { changeKey, changeKeys, singleKeysAtom } from '../../../src/web/commands/key-settings.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { KeysSheet } from '../../../src/web/keyboard-help/keys-sheet.tsx'
import { dialogAtom } from '../../../src/web/state/dialogs.ts'
import { expireSession, storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { HEMI, MERE } from '../state/tokens.ts'

const PAID = exampleOrder({ dates: { paid_at: '2026-11-20T01:00:00Z' } })

function showSheet() {
  return render(
    <Provider store={store}>
      <CommandButton id="order.pack" label="Pack" />
      <KeysSheet />
    </Provider>,
  )
}
const line = (title: string) => screen.getByText(title).closest('li')?.textContent ?? ''
const unfold = () => fireEvent.click(screen.getByRole('button', { name: /^Not available here/ }))
const search = () => screen.getByRole('searchbox')
const changeButton = (title: string) => screen.getByRole('button', { name: `Change key of ${title}` })

/** Starts recording and presses the keys, each given as `key` or `key code`. */
function record(title: string, ...keys: [key: string, rest?: KeyboardEventInit][]): HTMLElement {
  const button = changeButton(title)
  act(() => button.focus())
  fireEvent.click(button)
  for (const [key, rest] of keys) fireEvent.keyDown(button, { key, ...rest })
  return button
}

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  changeKeys({})
  store.set(singleKeysAtom, true)
  store.set(targetsAtom, { order: PAID })
  store.set(dialogAtom, { name: 'keys' })
})

describe('the sheet of keys', () => {
  test('opens with the keys that work here; the others are collapsed, each with the reason', () => {
    showSheet()
    expect(line('Pack order items')).toContain('p')
    for (const title of ['Record payment', 'Next row', 'Exit field', 'Choose'])
      expect(screen.queryByText(title)).toBeNull()
    unfold()
    expect(line('Record payment')).toContain('The order is already paid')
    expect(line('Next row')).toContain('Only in a list')
    expect(line('Exit field')).toContain('Only in a field')
  })

  test('leaves out what the back end cannot do', () => {
    showSheet()
    unfold()
    expect(screen.getByText('Next page')).toBeTruthy()
    expect(screen.queryByText('Show new rows')).toBeNull()
  })

  test('finds the collapsed ones by a search', () => {
    showSheet()
    fireEvent.change(search(), { target: { value: 'next row' } })
    expect(line('Next row')).toContain('Only in a list')
  })

  test('says that a key which the list does not use is not of this screen', () => {
    const list = { noun: 'emails', page: 1, hasNextPage: false, isEmpty: false, move() {}, goToPage() {} }
    store.set(targetsAtom, { list })
    showSheet()
    expect(line('Next row')).not.toContain('Only')
    unfold()
    expect(line('Open the active row')).toContain('Not on this screen')
  })

  test.each([
    ['pack items', 1],
    ['palette ctrl k', 1],
    ['zzz', 0],
  ])('is searched for %s', (wanted, count) => {
    showSheet()
    fireEvent.change(search(), { target: { value: wanted } })
    expect(screen.queryAllByRole('listitem')).toHaveLength(count)
    expect(screen.queryByText('No keys found') !== null).toBe(count === 0)
  })

  // KEY-5
  test('switches single keys, and says at each that they are off', () => {
    showSheet()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Single-letter keys' }))
    expect(commandContext().singleKeys).toBe(false)
    expect(line('Pack order items')).toContain('Single-letter keys are off')
    expect(line('Command palette')).not.toContain('off')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Single-letter keys' }))
    expect(commandContext().singleKeys).toBe(true)
  })

  test('is navigated with the arrows, and Tab reaches one line', () => {
    showSheet()
    const stops = () => document.querySelectorAll('[data-change-key][tabindex="0"]')
    expect(stops()).toHaveLength(1)
    act(() => search().focus())
    fireEvent.keyDown(search(), { key: 'ArrowDown' })
    const first = document.activeElement
    fireEvent.keyDown(first ?? document.body, { key: 'ArrowDown' })
    expect([...stops()]).toEqual([document.activeElement])
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(first)
    fireEvent.keyDown(first ?? document.body, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(search())
  })
})

// KEY-5
describe('a custom shortcut', () => {
  test('is recorded, shown on every surface, and taken back', () => {
    showSheet()
    const pack = document.querySelector('[aria-keyshortcuts=P]')
    const button = record('Pack order items', ['b'], ['Enter'])
    expect(line('Pack order items')).toContain('b')
    expect(pack?.getAttribute('aria-keyshortcuts')).toBe('B')
    expect(pack?.textContent).toContain('b')
    expect(document.activeElement).toBe(button)
    fireEvent.click(screen.getByRole('button', { name: 'Default key of Pack order items' }))
    expect(pack?.getAttribute('aria-keyshortcuts')).toBe('P')
    expect(document.activeElement).toBe(button)
  })

  test('may be a sequence, or one with Ctrl', () => {
    showSheet()
    record('Pack order items', ['g'], ['h'], ['Enter'])
    expect(commandContext().customShortcuts).toEqual({ 'order.pack': 'g h' })
    record('Pack order items', ['b', { ctrlKey: true }], ['Enter'])
    expect(commandContext().customShortcuts).toEqual({ 'order.pack': 'mod+b' })
  })

  test.each<[string, [string, KeyboardEventInit?][], RegExp]>([
    ['that another has, and that cannot be swapped', [['g'], ['o']], /Taken by Orders/],
    ['that browsers keep', [['t', { ctrlKey: true }]], /browser/],
    ['that is Enter’s like', [['Home']], /reserved/],
  ])('%s is refused with the reason', (_, keys, reason) => {
    showSheet()
    record('Pack order items', ...keys, ['Enter'])
    expect(screen.getByRole('status').textContent).toMatch(reason)
    expect(commandContext().customShortcuts).toEqual({})
  })

  test('starts again after a refused key, and continues after the start of a sequence', () => {
    showSheet()
    record('Pack order items', ['r'], ['w'], ['Enter'])
    expect(commandContext().customShortcuts).toEqual({ 'order.pack': 'w' })
    record('Pack order items', ['t', { ctrlKey: true }], ['b'], ['Enter'])
    expect(commandContext().customShortcuts).toEqual({ 'order.pack': 'b' })
    record('Pack order items', ['g'], ['z'], ['Enter'])
    expect(commandContext().customShortcuts).toEqual({ 'order.pack': 'g z' })
  })

  test.each([
    ['Enter', (button: HTMLElement) => fireEvent.keyDown(button, { key: 'Enter' })],
    ['the pointer', () => fireEvent.click(screen.getByRole('button', { name: 'Swap' }))],
  ])('that another has is swapped with it by %s', (_, swap) => {
    showSheet()
    const button = record('Pack order items', ['r'])
    expect(screen.getByRole('status').textContent).toBe('Taken by Record payment')
    swap(button)
    expect(commandContext().customShortcuts).toEqual({ 'order.pack': 'r', 'order.record-payment': 'p' })
    expect(screen.queryByRole('status')).toBeNull()
    record('Pack order items', ['p'], ['Enter'])
    expect(commandContext().customShortcuts).toEqual({})
  })

  test('is left with Esc or another focus, and begun again with Backspace', () => {
    showSheet()
    const button = record('Pack order items', ['b'], ['Escape'])
    expect(screen.queryByRole('status')).toBeNull()
    record('Pack order items', ['b'], ['Backspace'], ['w'], ['Enter'])
    expect(commandContext().customShortcuts).toEqual({ 'order.pack': 'w' })
    record('Pack order items', ['b'])
    fireEvent.blur(button)
    expect(screen.queryByRole('status')).toBeNull()
    expect(commandContext().customShortcuts).toEqual({ 'order.pack': 'w' })
  })

  test('can be removed for all commands at once', () => {
    showSheet()
    record('Pack order items', ['b'], ['Enter'])
    record('Orders', ['g'], ['h'], ['Enter'])
    fireEvent.click(screen.getByRole('button', { name: 'Reset all keys' }))
    expect(commandContext().customShortcuts).toEqual({})
  })

  test('belongs to one user, like the setting of single keys', () => {
    changeKey('order.pack', 'b')
    store.set(singleKeysAtom, false)
    storeToken(HEMI)
    expect(commandContext()).toMatchObject({ customShortcuts: {}, singleKeys: true })
    expireSession()
    storeToken(MERE)
    expect(commandContext()).toMatchObject({ customShortcuts: { 'order.pack': 'b' }, singleKeys: false })
  })

  test('is updated from other tabs, and ignored if it is invalid', () => {
    showSheet()
    const changed = (newValue: string) =>
      act(() => {
        const key = Object.keys(localStorage).find((name) => name.startsWith('own-keys:')) ?? ''
        localStorage.setItem(key, newValue)
        window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
      })
    changed('{"order.pack":"b"}')
    expect(commandContext().customShortcuts).toEqual({ 'order.pack': 'b' })
    changed('{"order.pack":7}')
    expect(commandContext().customShortcuts).toEqual({})
  })
})
