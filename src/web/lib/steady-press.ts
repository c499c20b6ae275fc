import { type MouseEvent, type SyntheticEvent, useMemo } from 'react'

/**
 * Handlers for a list that reuses elements for new rows. They cancel a click if its row has changed since the
 * press. Clicks by key or assistive technology have no press and are not cancelled.
 * @param idOf the id of the row that contains an element; must be stable
 */
export function useSteadyPress(idOf: (inside: Element) => string | null) {
  return useMemo(() => {
    let pressed: string | null = null
    const idAt = ({ target }: SyntheticEvent) => (target instanceof Element ? idOf(target) : null)
    const check = (event: MouseEvent) => {
      if (event.detail > 0 && pressed !== idAt(event)) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    return {
      onPointerDownCapture(event: SyntheticEvent) {
        pressed = idAt(event)
      },
      onClickCapture: check,
      onAuxClickCapture: check,
    }
  }, [idOf])
}
