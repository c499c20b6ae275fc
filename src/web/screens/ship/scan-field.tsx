import { type KeyboardEvent, type RefObject, useId } from 'react'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { strokeOfEvent } from '../../commands/key-press.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { dispatch } from './station-store.ts'

interface ScanFieldProps {
  field: RefObject<HTMLInputElement | null>
  text: string
  /** Whether the items of the open order are scanned here, too. */
  takesItems: boolean
  /** Whether Enter books what is shown. */
  books: boolean
}

/** The field for scans, and the button that does what Enter does with an empty field. */
export function ScanField({ field, text, takesItems, books }: ScanFieldProps) {
  const id = useId()
  function onKeyDown(event: KeyboardEvent): void {
    const stroke = strokeOfEvent(event.nativeEvent)
    // Some scanners end a code with Tab.
    const ends = stroke?.chord === 'Enter' || (stroke?.chord === 'Tab' && text !== '')
    if (!stroke || !ends) return
    event.preventDefault()
    dispatch({ type: 'enter', at: event.timeStamp, isRepeat: stroke.repeat })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 max-sm:grid-cols-1">
      <label htmlFor={id} className="col-span-full text-[15px]/[22px] font-medium text-fg-2">
        {takesItems ? 'Scan or type an order or one of its items' : 'Scan or type an order'}
      </label>
      <Input
        id={id}
        ref={field}
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        onChange={(event) => dispatch({ type: 'typed', text: event.target.value, at: event.timeStamp })}
        onKeyDown={onKeyDown}
        className="h-14 px-4 font-mono text-[28px] max-sm:h-14 max-sm:text-[22px]"
      />
      <Button
        variant="primary"
        aria-disabled={!books || undefined}
        onClick={(event) => dispatch({ type: 'enter', at: event.timeStamp, isRepeat: false })}
        className="h-14 px-5 text-[18px] max-sm:h-14 max-sm:justify-center"
      >
        Book and print
        {books && <CommandKeys id="ship.book" className="max-sm:hidden" />}
      </Button>
    </div>
  )
}
