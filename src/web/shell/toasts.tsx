import { useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MESSAGES } from '../../domain/catalogue.ts'
import { dismissToast, type Toast, toastsAtom } from '../state/toasts.ts'
import { Alert } from '../ui/alert.tsx'

const SHOWN_MS = 5_000
/** An error is worth reading twice. */
const ERROR_SHOWN_MS = 12_000
const FADE_MS = 150

/** What was said and needs no answer, above pages and hint bar at the right. */
export function Toasts() {
  const toasts = useAtomValue(toastsAtom)
  return (
    <section
      aria-label="Notices"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-[76px] z-20 grid w-[360px] max-w-[calc(100vw-32px)] gap-2 max-sm:bottom-[72px]"
    >
      {toasts.map((toast) => (
        <ToastBox key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastBox({ toast: { id, tone, text } }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const [fading, setFading] = useState(false)
  useEffect(() => {
    if (held) return
    const shown = tone === 'error' ? ERROR_SHOWN_MS : SHOWN_MS
    const fade = setTimeout(() => setFading(true), shown)
    const gone = setTimeout(() => dismissToast(id), shown + FADE_MS)
    return () => {
      clearTimeout(fade)
      clearTimeout(gone)
      setFading(false)
    }
  }, [id, tone, held])
  // Section 8: what fails is told under this title; the text may be no more than that.
  const title = tone === 'error' ? MESSAGES.somethingWrong : undefined
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      className={`pointer-events-auto rounded-l shadow-2 ${fading ? 'opacity-0 transition-opacity duration-150 motion-reduce:transition-none' : ''}`}
    >
      <Alert
        tone={tone}
        title={title}
        action={
          <button
            type="button"
            aria-label="Dismiss"
            onClick={() => dismissToast(id)}
            className="grid size-5 place-items-center rounded-s text-fg-2"
          >
            <X className="icon-14" aria-hidden="true" />
          </button>
        }
      >
        {text !== title && text}
      </Alert>
    </div>
  )
}
