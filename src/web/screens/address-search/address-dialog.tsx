import { useMemo, useRef } from 'react'
import type { AddressDetail } from '../../../contract/addresses.ts'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { useCommandTarget, useLayer } from '../../commands/targets.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'
import { AddressSearchBox } from './address-search-box.tsx'
import { useAddressSearch } from './use-address-search.ts'

/** Result of the dialog: an address was picked, the text was used as typed, or nothing changed. */
export type AddressOutcome = 'verified' | 'manual' | 'cancelled'

interface AddressDialogProps {
  /** Initial text of the search. It is selected, so that typing replaces it. */
  initial: string
  /** Whether the initial text was typed into the street: the caret is then placed at its end instead. */
  typed: boolean
  onTaken(detail: AddressDetail): void
  /** Uses the text as the street. */
  onTyped(street: string): void
  onClose(): void
  /** Called when the dialog has closed, to move the focus. */
  onLeave(outcome: AddressOutcome): void
}

/** The address search of a consignment (section 2). */
export function AddressDialog(props: AddressDialogProps) {
  const { initial, typed, onTaken, onTyped, onClose, onLeave } = props
  const search = useAddressSearch(initial, onTaken, onClose)
  const outcome = useRef<AddressOutcome>('cancelled')
  if (search.state === 'taken') outcome.current = 'verified'
  const input = useRef<HTMLInputElement>(null)
  useLayer('dialog', true)
  useCommandTarget(
    'addressSearch',
    useMemo(() => ({ text: search.text }), [search.text]),
  )
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        closeLabel="Close"
        aria-describedby={undefined}
        className="top-[12vh] w-[560px] translate-y-0"
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          input.current?.focus()
          if (!typed) input.current?.select()
        }}
        returnFocus={() => onLeave(outcome.current)}
      >
        <DialogHeader>
          <DialogTitle>Address search</DialogTitle>
        </DialogHeader>
        <AddressSearchBox
          input={input}
          search={search}
          onTyped={(street) => {
            outcome.current = 'manual'
            onTyped(street)
            onClose()
          }}
        />
        <DialogFooter className="justify-start">
          <Button onClick={onClose} className="ml-auto">
            Cancel
            <CommandKeys id="dialog.close" className="max-sm:hidden" />
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
