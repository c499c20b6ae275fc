import { useEffect, useRef, useState } from 'react'
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
  const canvas = useRef<HTMLCanvasElement>(null)
  const ratio = usePixelRatio()
  const near = useNear(canvas)
  const { width, height } = page.getViewport({ scale: PIXELS_PER_POINT })
  useEffect(() => {
    const target = canvas.current
    if (!target || !near) return
    const viewport = page.getViewport({ scale: PIXELS_PER_POINT * ratio })
    target.width = Math.round(viewport.width)
    target.height = Math.round(viewport.height)
    const drawing = page.render({ canvas: target, viewport })
    drawing.promise.then(
      () => target.setAttribute('data-drawn', ''),
      // The rendering was cancelled.
      () => undefined,
    )
    return () => drawing.cancel()
  }, [page, ratio, near])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className={cn('h-auto max-w-full bg-white', className)}
      style={{ width, aspectRatio: `${width} / ${height}` }}
    />
  )
}

/** Device pixels per CSS pixel. Updated when the window is zoomed or moved to another screen. */
function usePixelRatio(): number {
  const [ratio, setRatio] = useState(() => window.devicePixelRatio)
  useEffect(() => {
    const same = window.matchMedia(`(resolution: ${ratio}dppx)`)
    const changed = () => setRatio(window.devicePixelRatio)
    same.addEventListener('change', changed)
    return () => same.removeEventListener('change', changed)
  }, [ratio])
  return ratio
}

/** Whether the element has been close to the visible part of the page. */
function useNear(element: React.RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const target = element.current
    if (near || !target) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: AHEAD },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, near])
  return near
}
