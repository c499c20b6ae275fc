import { atom } from 'jotai'
import type {
  AskedShipping,
  CommandContext,
  CommandEffects,
  Places,
} from '../../../commands/engine/context.ts'
import type { Consignment } from '../../contract/consignments.ts'
import type { SavedView } from '../../contract/saved-views.ts'
import { counted } from '../../domain/format/text.ts'
import { decideOnSource, refreshOrders } from '../api/orders.ts'
import { focusScreen } from '../lib/return-focus.ts'
import { ADJACENT, lastAddress, ONWARD, UNDONE } from '../routing/came-from.ts'
import { isLocationPendingAtom, locationAtom, pathAtom } from '../routing/location.ts'
import { isHere, paths } from '../routing/paths.ts'
import { openDialog } from '../state/dialogs.ts'
import { installation } from '../state/installation.ts'
import { privateAtom } from '../state/session.ts'
import { store } from '../state/store.ts'
import { toggleTheme } from '../state/theme.ts'
import { notify, notifyAbout, notifyDone } from '../state/toasts.ts'
import { noteUndoable } from '../state/undoables.ts'
import { changeWorkstation, workstation } from '../state/workstation.ts'
import { orderDraft, presetDraft } from '../storage/drafts.ts'
import { customShortcutsAtom, singleKeysAtom, singleKeysNowAtom } from './key-settings.ts'
import { layerAtom, targetsAtom, typingAtom, withPalette } from './targets.ts'
import { currentTargetsAtom } from './undo-targets.ts'

const places: Places = paths

const consignmentEffects = () => import('./consignment-effects.ts')
const printing = () => import('../printing/print.ts')

const MOVES = { adjacent: ADJACENT, onward: ONWARD, undone: UNDONE }

const effects: CommandEffects = {
  navigate: (path, move) =>
    void store.get(locationAtom).committed.navigate?.(path, {
      replace: isHere(path),
      flushSync: true,
      state: move && MOVES[move],
    }),
  openForm(path, asked) {
    store.set(askedShippingAtom, asked)
    effects.navigate(path)
  },
  openInNewTab: (path) => void window.open(path, '_blank', 'noopener'),
  openProgram: (address) => location.assign(address),
  openRecord: () => (store.get(isLocationPendingAtom) ? null : (store.get(targetsAtom).record ?? null)),
  openDialog(dialog) {
    const isPreset = 'order' in dialog && dialog.given !== undefined
    const hadDraft = isPreset && presetDraft(orderDraft(dialog.name, dialog.order.code), dialog.given ?? {})
    // What was typed before is looked at before it is sent.
    openDialog(hadDraft ? { ...dialog, isConfirmed: false } : dialog)
  },
  openPalette: (text = '') => withPalette(text === '' ? 'Palette' : text, (palette) => palette.open(text)),
  notify: (tone, text, link = null, about = []) => notifyAbout(about, tone, text, { link }),
  copy,
  printLabels: async (code) => (await consignmentEffects()).printLabels(code),
  awaitingLabels: async () => (await import('../printing/label-batches.ts')).awaitingLabels(),
  exportCsv: async (request) => (await import('./save-export.ts')).saveExport(request),
  makePickRun: async (filter) => (await (await import('../api/pick-runs.ts')).makePickRun(filter)).id,
  print: async (document, where) => void (await (await printing()).printDocument(document, where)),
  toggleAtWorkstation(choice) {
    const isOn = !workstation()[choice]
    changeWorkstation({ [choice]: isOn })
    return isOn
  },
  deleteConsignment,
  nextToShip: async (after) => (await import('../api/freight.ts')).nextToShip(after, lastAddress('orders')),
  undo: async (done) =>
    done.isBooking
      ? (await consignmentEffects()).undoBookings(done)
      : (await import('../api/orders.ts')).sendUndo(done.steps),
  async unskip(code) {
    const step = await (await import('../api/freight.ts')).endSkip(code)
    const undoable = noteUndoable(`The end of the skip of order ${code}`, [code], [step])
    notifyDone([code], 'success', `Order ${code} is no longer skipped`, undoable)
  },
  async decideOnSource(code, decision) {
    const step = await decideOnSource(code, decision)
    await refreshOrders()
    const [noun, text] = SOURCE_DECISIONS[decision]
    const undoable = noteUndoable(`${noun} of order ${code}`, [code], [step])
    notifyDone([code], 'success', `Order ${code} ${text}`, undoable)
  },
  trackingPage: async (consignment) => (await consignmentEffects()).trackingPage(consignment),
  leaveField: focusScreen,
  toggleTheme,
  setSingleKeys: (on) => store.set(singleKeysAtom, on),
}

const SOURCE_DECISIONS = {
  take: ['The change', 'is as the shop wants it'],
  keep: ['The decision on the change', 'is kept as it is here'],
} as const

/** The codes of the consignments that are being deleted. */
const deletingAtom = atom<ReadonlySet<string>>(new Set<string>())

async function deleteConsignment(consignment: Pick<Consignment, 'tracking_code'>): Promise<void> {
  const code = consignment.tracking_code
  store.set(deletingAtom, (codes) => new Set([...codes, code]))
  try {
    await (await consignmentEffects()).performDeletion(consignment)
  } finally {
    store.set(deletingAtom, (codes) => new Set([...codes].filter((deleting) => deleting !== code)))
  }
}

async function copy(text: string, several?: string): Promise<void> {
  const { length } = text.split('\n')
  const copied = length === 1 ? text.replaceAll('\t', ', ') : (several ?? counted(length, 'code'))
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    notify('error', `${copied} could not be copied: the browser allows no access to the clipboard.`)
    return
  }
  notify('success', `Copied ${copied}`)
}

/** The current context, from which availability is derived and with which commands run. */
export const contextAtom = atom(
  (get): CommandContext => ({
    path: get(pathAtom),
    layer: get(layerAtom),
    typing: get(typingAtom),
    singleKeys: get(singleKeysNowAtom),
    customShortcuts: get(customShortcutsAtom),
    savedViews: get(savedViewsAtom),
    deleting: get(deletingAtom),
    capabilities: installation.capabilities,
    targets: get(currentTargetsAtom),
    places,
    effects,
  }),
)

/** The current context, for code outside of components. */
export function commandContext(): CommandContext {
  return store.get(contextAtom)
}

const NONE: readonly SavedView[] = []

/** The user's saved views in their order; none until they are loaded. */
export const savedViewsAtom = atom(NONE)

/** What was typed for a consignment whose form is not filled in yet; null if nothing was. */
export const askedShippingAtom = privateAtom<AskedShipping | null>(null)

// A user who leaves the screen of the form before it is shown no longer expects it to be filled in.
store.sub(pathAtom, () => {
  const asked = store.get(askedShippingAtom)
  if (!asked) return
  const path = asked.isAnother ? paths.anotherConsignment(asked.order) : paths.record('order', asked.order)
  if (store.get(pathAtom) !== path) store.set(askedShippingAtom, null)
})
