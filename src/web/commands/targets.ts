import { type Atom, atom } from 'jotai'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { Layer } from '../../../commands/engine/context.ts'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import type { DialogTarget, TargetName, Targets } from '../../../commands/engine/targets.ts'
import { useStableCallback } from '../lib/use-stable-callback.ts'
import { dialogAtom } from '../state/dialogs.ts'
import { ARRIVED, beginWait, dispatchQueue, endWait, type QueuedKey } from '../state/key-queue.ts'
import { store } from '../state/store.ts'

/** What commands act on. Each target is present while the component that registered it is mounted. */
export const targetsAtom = atom<Partial<Targets>>({})

/**
 * Registers a target of commands while the calling component is mounted; null removes it. Pass a memoised object,
 * because each new one rerenders all surfaces.
 */
export function useCommandTarget<Name extends TargetName>(name: Name, value: Targets[Name] | null): void {
  useLayoutEffect(() => {
    if (value === null) return
    store.set(targetsAtom, (targets) => ({ ...targets, [name]: value }))
    return () => {
      store.set(targetsAtom, (targets) => {
        if (targets[name] !== value) return targets
        const { [name]: _, ...rest } = targets
        return rest
      })
    }
  }, [name, value])
}

/** Lets the keys of dialogs act on the calling dialog. `confirm` and `cancel` need not be stable. */
export function useDialogTarget(target: DialogTarget): void {
  const { title, confirmLabel, blocked } = target
  const confirm = useStableCallback(() => target.confirm())
  const cancel = useStableCallback(() => target.cancel())
  useCommandTarget(
    'dialog',
    useMemo(
      () => ({ title, confirmLabel, blocked, confirm, cancel }),
      [title, confirmLabel, blocked, confirm, cancel],
    ),
  )
}

type OpenLayer = Exclude<Layer, 'page'>
const openLayersAtom = atom<readonly { layer: OpenLayer }[]>([])

/**
 * Registers a menu or dialog that the calling component has opened itself. Dialogs of `dialogAtom` are registered
 * already.
 */
export function useLayer(layer: OpenLayer, open: boolean): void {
  const entry = useRef({ layer })
  useLayoutEffect(() => {
    if (!open) return
    const registered = entry.current
    store.set(openLayersAtom, (layers) => [...layers, registered])
    return () => store.set(openLayersAtom, (layers) => layers.filter((layer) => layer !== registered))
  }, [open])
}

/** The palette as commands and keys use it. */
interface PaletteAccess {
  isOpen: Atom<boolean>
  /** Whether its input has the focus and receives the keys itself. */
  isReady: Atom<boolean>
  open(text?: string): void
  /** Passes a key to it. Returns whether it uses the key. */
  typeAhead(stroke: Stroke): boolean
  /** Opens the record with a scanned code. */
  jump(code: string): void
}

/** Set by the palette, which is loaded after the first rows; null before. */
export const paletteAccessAtom = atom<PaletteAccess | null>(null)

/** Loads the palette; set by the shell. It never rejects, and tries again after it has failed. */
export const paletteLoaderAtom = atom<{ preload(): Promise<void> } | null>(null)

const NO_PALETTE = 'The palette could not be loaded'

/**
 * Runs a function with the palette. Until it is loaded, this waits as the first of the keys, and all others wait behind it,
 * unless they are given up.
 * @param name what is named if it is not carried out
 */
export function withPalette(name: string, run: (palette: PaletteAccess) => void): void {
  const loaded = store.get(paletteAccessAtom)
  if (loaded) run(loaded)
  else void awaitPalette({ input: { run: () => withPalette(name, run) }, name, at: performance.now() })
}

async function awaitPalette(key: QueuedKey): Promise<void> {
  const wait = beginWait({ label: 'the palette', record: null, holds: 'palette' })
  dispatchQueue({ type: 'deferred', key })
  await store.get(paletteLoaderAtom)?.preload()
  const isLoaded = store.get(paletteAccessAtom) !== null
  endWait(wait, isLoaded ? ARRIVED : { type: 'failed', reason: NO_PALETTE })
}

/** The topmost layer, derived from what is open. Whatever depends on it, such as the keys that work, reads this atom. */
export const layerAtom = atom((get): Layer => {
  const palette = get(paletteAccessAtom)
  if (palette && get(palette.isOpen)) return 'palette'
  const opened = get(openLayersAtom).at(-1)
  if (opened) return opened.layer
  return get(dialogAtom) === null ? 'page' : 'dialog'
})

/** Whether a field has the focus. Updated by the key listener's component. */
export const typingAtom = atom(false)
