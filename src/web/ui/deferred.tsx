import { type ComponentType, createElement, useEffect, useSyncExternalStore } from 'react'

interface Closable {
  /** Also called if the chunk cannot be loaded, because an open but invisible layer would capture the keys. */
  onClose?: () => void
}

interface Showable {
  /** Called when the component is on screen and has taken the focus; again for each new function. */
  onShown?: () => void
}

/** A component in a chunk of its own, loaded by `preload` or when first rendered. */
export interface Deferred<Props> {
  Component: ComponentType<Props & Showable>
  /** Never rejects. */
  preload(): Promise<void>
}

/**
 * Unlike `React.lazy`, shows the component in the frame in which it arrives; React shows a Suspense fallback for at
 * least 300 ms.
 * @param Placeholder rendered while loading; nothing if absent
 */
export function deferred<Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder?: ComponentType,
): Deferred<Props> {
  let loaded: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  const shown = new Set<() => void>()
  const start = () => {
    loading ??= load().then(
      (component) => {
        loaded = component
        for (const show of shown) show()
      },
      (error: unknown) => {
        loading = null // Reset, so that the next use tries again.
        throw error
      },
    )
    return loading
  }

  // What is on screen also appears if its first load has failed and `preload` has loaded it since.
  const follow = (show: () => void) => {
    shown.add(show)
    return () => void shown.delete(show)
  }

  function Component(props: Props & Showable) {
    const { onClose, onShown } = props
    const Loaded = useSyncExternalStore(follow, () => loaded)
    useEffect(() => {
      // Effects of the component, which move the focus into it, have run before this one.
      if (Loaded) return onShown?.()
      let there = true
      // The event `vite:preloadError` reports chunks that cannot be loaded.
      void start().catch(() => there && onClose?.())
      return () => {
        there = false
      }
    }, [Loaded, onClose, onShown])
    if (Loaded) return createElement(Loaded, props)
    return Placeholder ? createElement(Placeholder) : null
  }

  return {
    Component,
    async preload() {
      await start().catch(() => undefined)
    },
  }
}
