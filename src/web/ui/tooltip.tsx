import { cloneElement, type ReactElement, useId, useState } from 'react'
import { createPortal } from 'react-dom'

interface TooltipProps {
  /** Without text, no tooltip is shown. */
  text: string | null | undefined
  /** The control that the tooltip describes while visible. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

interface TipPosition {
  left: number
  top: number
}

/** Distance to the control, and minimum distance to the sides of the window, in pixels. */
const GAP = 6

/**
 * A tooltip on hover and focus, rendered in the same frame. Radix's is not used, because it would add 12 KiB to
 * every first screen. Escape hides it (WCAG 1.4.13).
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const [place, setPlace] = useState<TipPosition | null>(null)
  const hide = () => setPlace(null)
  const show = (host: HTMLElement) => {
    const box = host.getBoundingClientRect()
    setPlace({ left: box.left + box.width / 2, top: box.bottom + GAP })
  }
  const shown = text && place
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes the control inside it
    <span
      className="inline-flex"
      onPointerEnter={(event) => show(event.currentTarget)}
      onPointerLeave={hide}
      onFocus={(event) => show(event.currentTarget)}
      onBlur={hide}
    >
      {shown ? cloneElement(children, { 'aria-describedby': id }) : children}
      {shown && createPortal(<Tip id={id} place={place} text={text} onEscape={hide} />, document.body)}
    </span>
  )
}

interface TipProps {
  id: string
  place: TipPosition
  text: string
  onEscape(): void
}

function Tip({ id, place, text, onEscape }: TipProps) {
  return (
    <span
      ref={(tip) => {
        if (tip) moveInwards(tip)
        const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onEscape()
        window.addEventListener('keydown', onKey)
        return () => window.removeEventListener('keydown', onKey)
      }}
      id={id}
      role="tooltip"
      style={place}
      className="pointer-events-none fixed z-30 inline-flex h-[26px] max-w-[calc(100vw-16px)] -translate-x-1/2 items-center rounded-m border border-line bg-raised px-2 text-small whitespace-nowrap text-fg shadow-2"
    >
      {text}
    </span>
  )
}

/** Moves a tooltip that would leave the window at a side. */
function moveInwards(tip: HTMLElement): void {
  tip.style.marginLeft = '0'
  const { left, right } = tip.getBoundingClientRect()
  const inwards = Math.max(0, GAP - left) - Math.max(0, right + GAP - window.innerWidth)
  tip.style.marginLeft = `${inwards}px`
}
