import { type ComponentType, createElement, useEffect, useState } from 'react'

interface Closable {
  /** Also called when the chunk cannot be loaded: what is open but cannot be seen would hold the keys. */
  onClose?: () => void
}

/** A component whose chunk is fetched ahead of need with `preload`, at the latest when it is first rendered. */
export interface Deferred<Props> {
  Component: ComponentType<Props>
  /** Never rejects. */
  preload(): Promise<void>
}

/**
 * Unlike `React.lazy` it draws nothing while the chunk comes and shows it in the frame in which it came: React holds
 * a Suspense fallback for 300 ms.
 */
export function deferred<Props extends Closable>(load: () => Promise<ComponentType<Props>>): Deferred<Props> {
  let loaded: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null
  const start = () => {
    loading ??= load().then(
      (component) => {
        loaded = component
        return component
      },
      (error: unknown) => {
        loading = null // so that the next use tries again
        throw error
      },
    )
    return loading
  }

  function Component(props: Props) {
    const { onClose } = props
    const [Loaded, setLoaded] = useState(() => loaded)
    useEffect(() => {
      let there = true
      const show = (component: ComponentType<Props>) => there && setLoaded(() => component)
      // What cannot be loaded is told by `vite:preloadError`.
      if (!Loaded) void start().then(show, () => there && onClose?.())
      return () => {
        there = false
      }
    }, [Loaded, onClose])
    return Loaded && createElement(Loaded, props)
  }

  return {
    Component,
    async preload() {
      await start().catch(() => undefined)
    },
  }
}
