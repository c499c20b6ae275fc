import { cloneElement, type ReactElement, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'

interface TooltipProps {
  /** Nothing is shown without it. */
  text: string | null | undefined
  /** One control; it is described by the tip while that shows. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>
}

interface Place {
  left: number
  top: number
}

/**
 * A tip on hover and focus, put in the same frame. Not Radix: its tooltip weighs 12 KiB on every first screen.
 * Escape puts it away (WCAG 1.4.13).
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const [place, setPlace] = useState<Place | null>(null)
  const hide = () => setPlace(null)
  const show = (host: HTMLElement) => {
    const box = host.getBoundingClientRect()
    setPlace({ left: box.left + box.width / 2, top: box.bottom + 6 })
  }

  useEffect(() => {
    if (!place) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setPlace(null)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [place])

  const shown = text && place
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches the control inside it
    <span
      className="inline-flex"
      onPointerEnter={(event) => show(event.currentTarget)}
      onPointerLeave={hide}
      onFocus={(event) => show(event.currentTarget)}
      onBlur={hide}
    >
      {shown ? cloneElement(children, { 'aria-describedby': id }) : children}
      {shown && createPortal(<Tip id={id} place={place} text={text} />, document.body)}
    </span>
  )
}

function Tip({ id, place, text }: { id: string; place: Place; text: string }) {
  return (
    <span
      id={id}
      role="tooltip"
      style={place}
      className="pointer-events-none fixed z-30 inline-flex h-[26px] max-w-[calc(100vw-16px)] -translate-x-1/2 items-center rounded-m border border-line bg-raised px-2 text-small whitespace-nowrap text-fg shadow-2"
    >
      {text}
    </span>
  )
}
