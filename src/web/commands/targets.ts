import { type Atom, atom } from 'jotai'
import { useLayoutEffect, useMemo, useRef } from 'react'
import type { Layer } from '../../../commands/engine/context.ts'
import type { DialogTarget, TargetName, Targets } from '../../../commands/engine/targets.ts'
import { useStableCallback } from '../lib/use-stable-callback.ts'
import { dialogAtom } from '../state/dialogs.ts'
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

/** The palette as commands use it. */
interface PaletteAccess {
  isOpen: Atom<boolean>
  open(text?: string): void
}

/** Set by the palette. Commands cannot import it, because it imports them. */
export const paletteAccessAtom = atom<PaletteAccess | null>(null)

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
