import { act, fireEvent, render, screen } from '@testing-library/react'
import { Provider } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CommandId } from '../../../commands/index.ts'
import { CommandButton } from '../../../src/web/commands/command-button.tsx'
import { CommandMenu } from '../../../src/web/commands/command-menu.tsx'
import { commandContext } from '../../../src/web/commands/context.ts'
import { targetsAtom, useCommandTarget } from '../../../src/web/commands/targets.ts'
import { Hotkeys } from '../../../src/web/hotkeys/hotkeys.tsx'
import { closePalette, textAtom } from '../../../src/web/palette/palette-store.ts'
import { closeDialog, dialogAtom } from '../../../src/web/state/dialogs.ts'
import { store } from '../../../src/web/state/store.ts'
import { toastsAtom } from '../../../src/web/state/toasts.ts'
import { listTarget } from '../../commands/example-context.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { GENEROUS } from '../../time-outs.ts'
import { scan } from '../hotkeys/scan-on-screen.ts'

const PAID = exampleOrder({ dates: { paid_at: '2026-11-20T01:00:00Z' } })

function show(element: React.ReactElement) {
  return render(<Provider store={store}>{element}</Provider>)
}
const aim = (targets: object) => act(async () => store.set(targetsAtom, targets))

beforeEach(() => {
  closePalette()
  store.set(targetsAtom, {})
  closeDialog()
  store.set(toastsAtom, [])
})

describe('a command button', () => {
  test('is not there while its command is hidden', async () => {
    show(<CommandButton id="order.pack" label="Pack order" />)
    expect(screen.queryByRole('button')).toBeNull()
    await aim({ order: PAID })
    expect(screen.getByRole('button', { name: 'Pack order' }).getAttribute('aria-keyshortcuts')).toBe('P')
  })

  test('runs its command', async () => {
    await aim({ order: PAID })
    show(<CommandButton id="order.pack" />)
    fireEvent.click(screen.getByRole('button', { name: 'Pack order items' }))
    expect(store.get(dialogAtom)).toEqual({ name: 'pack', order: PAID })
  })

  test('while blocked can be focused, shows the reason and does nothing', async () => {
    await aim({ order: PAID })
    show(<CommandButton id="order.refund" />)
    const button = screen.getByRole('button', { name: 'Refund' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Feature not available',
    )
    act(() => button.focus())
    expect(document.activeElement).toBe(button)
    fireEvent.click(button)
    expect(store.get(toastsAtom)).toEqual([])
  })
})

describe('a command menu', () => {
  const ids: CommandId[] = ['order.record-payment', 'order.pack', 'order.print-invoice', 'order.refund']

  test('offers what can run, then what cannot under its reason, and leaves out the rest', async () => {
    await aim({ order: PAID })
    show(<CommandMenu label="Options" ids={ids} />)
    fireEvent.click(screen.getByRole('button', { name: 'Options' }))
    const menu = await screen.findByRole('menu', { name: 'Options' })
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Pack order itemsp',
      'Print invoice',
      'Refund',
    ])
    expect(menu.textContent).toContain('Feature not available')
    expect(commandContext().layer).toBe('menu')
  })

  async function open() {
    await aim({ order: PAID })
    show(
      <MemoryRouter>
        <Hotkeys />
        <CommandMenu label="Options" ids={[...ids, 'order.copy-code']} />
      </MemoryRouter>,
    )
    await act(async () => commandContext().targets.actions?.open())
    return screen.findByRole('menu')
  }

  test('is opened by its command, and the keys shown in it work', async () => {
    fireEvent.keyDown(await open(), { key: 'p', code: 'KeyP' })
    await vi.waitFor(() => expect(store.get(dialogAtom)?.name).toBe('pack'), GENEROUS)
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Options' }))
    expect(commandContext().layer).toBe('dialog')
  })

  test('runs no letter of a scan, which opens the record', async () => {
    const writeText = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
    const menu = await open()
    act(() => menu.focus())
    act(() => scan('y77777', 'Enter'))
    expect(store.get(textAtom)).toBe('y77777')
    expect(writeText).not.toHaveBeenCalled()
  })
})

test('a target is present while its component is mounted', async () => {
  const list = listTarget()
  function List({ shown }: { shown: boolean }) {
    useCommandTarget('list', shown ? list : null)
    return null
  }
  const { rerender, unmount } = show(<List shown />)
  expect(store.get(targetsAtom).list).toBe(list)
  rerender(
    <Provider store={store}>
      <List shown={false} />
    </Provider>,
  )
  expect(store.get(targetsAtom)).toEqual({})
  unmount()
  expect(store.get(targetsAtom)).toEqual({})
})
