import { type MouseEvent, type SyntheticEvent, useMemo } from 'react'

/**
 * For a list that draws new rows in the places of those before: handlers that stop a click on a row which was another
 * one when it was pressed. A click that no pointer made, but a key or assistive technology, is let through.
 * @param idOf what tells the rows apart, of an element in one; must be stable
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
