import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { cn } from '../lib/cn.ts'
import type { PdfPage } from '../lib/pdf-document.ts'

/** CSS pixels per point of 1/72 inch, so that pages are shown in their printed size. */
const PIXELS_PER_POINT = 96 / 72
/** Pages are rendered this far before they become visible. */
const AHEAD = '600px'

interface PdfCanvasProps {
  page: PdfPage
  /** The accessible name. */
  label: string
  className?: string | undefined
}

/** A page of a PDF in its real size, rendered at the resolution of the screen when it is about to become visible. */
export function PdfCanvas({ page, label, className }: PdfCanvasProps) {
  const ratio = usePixelRatio()
  const [near, observe] = useNear<HTMLCanvasElement>()
  const { width, height } = page.getViewport({ scale: PIXELS_PER_POINT })
  useEffect(() => {
    if (near === null) return
    const viewport = page.getViewport({ scale: PIXELS_PER_POINT * ratio })
    near.width = Math.round(viewport.width)
    near.height = Math.round(viewport.height)
    const drawing = page.render({ canvas: near, viewport })
    drawing.promise.then(
      () => near.setAttribute('data-drawn', ''),
      // The rendering was cancelled.
      () => undefined,
    )
    return () => drawing.cancel()
  }, [page, ratio, near])
  return (
    <canvas
      ref={observe}
      role="img"
      aria-label={label}
      className={cn('h-auto max-w-full bg-white', className)}
      style={{ width, aspectRatio: `${width} / ${height}` }}
    />
  )
}

/** Device pixels per CSS pixel. Updated when the window is zoomed or moved to another screen. */
function usePixelRatio(): number {
  return useSyncExternalStore(
    // A function of each render, so that it observes the ratio that was rendered.
    (onChange) => {
      const same = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`)
      same.addEventListener('change', onChange)
      return () => same.removeEventListener('change', onChange)
    },
    () => window.devicePixelRatio,
  )
}

/** The element once it has been close to the visible part of the page, until then null; and the ref that observes it. */
function useNear<Target extends Element>(): [Target | null, (target: Target | null) => () => void] {
  const [near, setNear] = useState<Target | null>(null)
  const observe = useCallback((target: Target | null) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setNear(target)
        observer.disconnect()
      },
      { rootMargin: AHEAD },
    )
    if (target) observer.observe(target)
    return () => observer.disconnect()
  }, [])
  return [near, observe]
}
