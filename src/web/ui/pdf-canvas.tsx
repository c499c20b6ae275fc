import { useEffect, useRef, useState } from 'react'
import { cn } from '../lib/cn.ts'
import type { PdfPage } from '../lib/pdf-document.ts'

/** CSS pixels in a point of 1/72 inch: what is shown is as large as what is printed. */
const PIXELS_PER_POINT = 96 / 72
/** Pages are drawn a little before they come into view. */
const AHEAD = '600px'

interface PdfCanvasProps {
  page: PdfPage
  /** The accessible name. */
  label: string
  className?: string | undefined
}

/** One page of a PDF at its real size, drawn once it is near, as sharp as the screen is. */
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
      // Left before it was done.
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

/** Device pixels in a CSS pixel, also after the window moved to another screen or was zoomed. */
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

/** Whether the element has been near the part of the page that is seen. */
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
