import '../api/fake-server.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Provider } from 'jotai'
import { useState } from 'react'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { commandById } from '../../../commands/index.ts'
import { runCommand } from '../../../src/web/commands/run.ts'
import { ConfirmDialog } from '../../../src/web/shell/confirm-dialog.tsx'
import { useKeptFocus } from '../../../src/web/shell/shell.tsx'
import { SignInLayout } from '../../../src/web/shell/sign-in-layout.tsx'
import { closeDialog, dialogAtom, openDialog } from '../../../src/web/state/dialogs.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { fakeServer } from '../api/fake-server.ts'
import { DialogLayer, PopoverLayer } from '../providers.tsx'
import { openAt, setUpScreens } from '../screens/on-screen.tsx'
import { tokenOf } from '../state/tokens.ts'

describe('the areas', () => {
  const SUPPLIER = { id: 7, external_id: 'S0012', name_legal: 'Tasman Tube & Bar Ltd' }

  const ANSWERS: Record<string, unknown> = {
    '/orders': [{ code: '104823' }],
    '/customers': [{ code: '10482', name: 'Māia O’Neill' }],
    '/products': [{ id: 1, cms_id: 2041, code: 'VLV 20/FB#1', name: 'Ball valve' }],
    '/suppliers': [SUPPLIER],
    '/suppliers/orders': [{ id: 31, supplier: SUPPLIER, po_number: 'PO-1042' }],
    '/consignments': [{ tracking_code: 'COC00014123' }],
    '/emails': { data: [{ email_id: 1, event: 'delivered', subject: 'Your order is packed' }], metadata: {} },
  }

  setUpScreens()

  beforeEach(() =>
    fakeServer.answer(({ url }) => ({ body: ANSWERS[url.replace('/api/v1', '').split('?')[0] ?? ''] ?? [] })),
  )

  /** Each area with the command that opens it, its path and a text of its first row. */
  const AREAS = [
    ['orders', 'go.orders', '/orders', '104823'],
    ['customers', 'go.customers', '/customers', 'Māia O’Neill'],
    ['products', 'go.products', '/products', 'Ball valve'],
    ['suppliers', 'go.suppliers', '/suppliers', 'Tasman Tube & Bar Ltd'],
    ['supplier orders', 'tabs.other', '/suppliers', 'PO-1042'],
    ['consignments', 'go.consignments', '/consignments', 'COC00014123'],
    ['emails', 'go.emails', '/emails', 'Your order is packed'],
    ['quotes', 'go.quotes', '/quotes', 'No quotes found'],
    ['notes', 'go.notes', '/notes', 'No notes found'],
    ['jobs', 'go.jobs', '/jobs', 'No jobs found'],
  ] as const

  // BIZ-1
  test('the console has every area, one command away, and shows what there is', async () => {
    const router = await openAt('/jobs/new')
    await screen.findByRole('heading', { level: 1 })
    for (const [area, command, path, words] of AREAS) {
      expect(screen.queryByText(words), area).toBeNull()
      expect(commandById(command).inPalette, area).toBe(true)
      await act(async () => runCommand(command, 'palette'))
      await waitFor(() => expect(router.state.location.pathname, area).toBe(path))
      expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
    }
  })
})

describe('the user menu', () => {
  setUpScreens()

  test.each([
    ['name and e-mail', { given_name: 'Mere', email: 'Mere@Example.com' }, 'Mere mere@example.com'],
    ['an e-mail alone', { email: 'mere@example.com' }, 'mere@example.com'],
    ['a name alone', { given_name: 'Mere' }, 'Mere'],
    ['neither', { sub: '1' }, 'Signed in'],
  ])('the user menu of a token with %s has a name', async (_, claims, name) => {
    fakeServer.answer(() => ({ body: [] }))
    storeToken(tokenOf(claims))
    await openAt('/notes')
    const menus = screen
      .getAllByRole('button', { name })
      .map((button) => button.getAttribute('aria-haspopup'))
    expect(menus).toContain('menu')
    // The line of the name is never blank.
    const [line] = screen.getAllByText(name.split(' ')[0] ?? '', { exact: false })
    expect(line?.className).toContain('font-medium')
  })
})

describe('before sign-in', () => {
  // NAV-4
  test('the sign-in pages stand below a header with the logo, both centred', () => {
    const screens = [{ index: true, Component: () => <h1>Sign in</h1> }]
    render(
      <RouterProvider
        router={createMemoryRouter([{ path: '/', Component: SignInLayout, children: screens }])}
      />,
    )
    const header = screen.getByRole('banner')
    const main = screen.getByRole('main')
    expect(header.querySelector('svg')).not.toBeNull()
    expect(header.parentElement).toBe(main.parentElement)
    expect(header.parentElement?.classList).toContain('justify-items-center')
    expect(within(main).getByRole('heading', { name: 'Sign in' })).toBeTruthy()
    expect(header.compareDocumentPosition(main) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })
})

describe('the focus', () => {
  afterEach(() => vi.restoreAllMocks())

  const LAYERS = [
    ['dialog', DialogLayer],
    ['popover', PopoverLayer],
  ] as const

  function Screen({ Layer }: { Layer: typeof DialogLayer }) {
    useKeptFocus()
    const [open, setOpen] = useState(false)
    const [busy, setBusy] = useState(false)
    return (
      <>
        <main>
          <h1>Screen</h1>
          <input aria-label="Field" disabled={busy} onKeyDown={() => setOpen(true)} />
        </main>
        {open && (
          <Layer>
            <button type="button" onClick={() => setOpen(false)}>
              Close
            </button>
            <button
              type="button"
              onClick={() => {
                setBusy(true)
                setOpen(false)
              }}
            >
              Save
            </button>
          </Layer>
        )}
      </>
    )
  }

  /** Opens the layer over the focused field, and presses a button in it. */
  async function pressIn(Layer: typeof DialogLayer, name: string): Promise<void> {
    render(
      <MemoryRouter>
        <Screen Layer={Layer} />
      </MemoryRouter>,
    )
    const field = screen.getByLabelText('Field')
    field.focus()
    fireEvent.keyDown(field, { key: 'Enter' })
    const button = await screen.findByRole('button', { name })
    button.focus()
    // Browsers send this when the layer is removed.
    fireEvent.focusOut(button)
    fireEvent.click(button)
  }

  test.each(LAYERS)('a %s that closes returns the focus to its field at once', async (_, Layer) => {
    await pressIn(Layer, 'Close')
    expect(document.activeElement).toBe(screen.getByLabelText('Field'))
  })

  test.each(LAYERS)(
    'a %s whose field is disabled in the meantime leaves the focus on the heading',
    async (_, Layer) => {
      await pressIn(Layer, 'Save')
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Screen' }))
    },
  )

  test('a focus that a layer has lost is left to the layer, even after the page is painted', async () => {
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => {
      run(performance.now())
      return 0
    })
    await pressIn(({ children }) => <div role="dialog">{children}</div>, 'Close')
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(document.activeElement).toBe(document.body)
  })
})

describe('the question', () => {
  afterEach(() => act(closeDialog))

  function ask(dangerous: boolean) {
    const answers = { onConfirm: vi.fn(), onCancel: vi.fn() }
    render(
      <Provider store={store}>
        <main>
          <h1 tabIndex={-1}>Screen</h1>
        </main>
        <ConfirmDialog />
      </Provider>,
    )
    act(() =>
      openDialog({
        name: 'confirm',
        title: 'Warning',
        text: 'Are you sure?',
        confirmLabel: 'Delete',
        dangerous,
        ...answers,
      }),
    )
    return answers
  }

  test.each([
    [true, 'Cancel'],
    [false, 'Delete'],
  ])('a dangerous question (%s) starts on %s', (dangerous, name) => {
    ask(dangerous)
    expect(screen.getByRole('dialog', { name: 'Warning' }).textContent).toContain('Are you sure?')
    expect(document.activeElement).toBe(screen.getByRole('button', { name }))
  })

  test('both answers show their keys, also the irreversible one', () => {
    ask(true)
    const answers = screen.getAllByRole('button')
    expect(answers.map((button) => [button.textContent, button.getAttribute('aria-keyshortcuts')])).toEqual([
      ['CancelEsc', 'Escape'],
      ['DeleteCtrlEnter', 'Control+Enter'],
    ])
  })

  test.each([
    ['Delete', 'onConfirm', 'onCancel'],
    ['Cancel', 'onCancel', 'onConfirm'],
  ] as const)(
    '%s answers once, closes, and leaves the focus on the screen',
    async (name, called, notCalled) => {
      const answers = ask(true)
      fireEvent.click(screen.getByRole('button', { name }))
      expect(store.get(dialogAtom)).toBeNull()
      expect(answers[called]).toHaveBeenCalledTimes(1)
      expect(answers[notCalled]).not.toHaveBeenCalled()
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Screen'))
    },
  )
})

describe('the top bar', () => {
  beforeEach(() => vi.resetModules())
  afterEach(() => document.head.replaceChildren())

  /** Renders the bars of a console whose server has reported these couriers. */
  async function showBars(couriers: string) {
    const meta = document.createElement('meta')
    meta.name = 'couriers'
    meta.content = couriers
    document.head.replaceChildren(meta)
    const { PhoneBar, TopBar } = await import('../../../src/web/shell/top-bar.tsx')
    render(<TopBar />)
    render(<PhoneBar title="Orders" drawerId="drawer" drawerOpen={false} onMenu={() => undefined} />)
  }

  it('says on screens of every width that couriers are simulated', async () => {
    await showBars('simulated')
    expect(screen.getAllByText('Simulated courier')).toHaveLength(2)
  })

  it.each(['demo', 'gateway', '%COURIERS%'])('says nothing of couriers that are %s', async (couriers) => {
    await showBars(couriers)
    expect(screen.queryByText('Simulated courier')).toBeNull()
  })
})
