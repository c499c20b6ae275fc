import { Check, MapPin } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { AddressDetail, AddressMatch } from '../../../contract/addresses.ts'
import { MESSAGES } from '../../../domain/catalogue.ts'
import { CommandKeys } from '../../command-ui/command-keys.tsx'
import { strokeOfEvent } from '../../command-ui/key-press.ts'
import { useCommandTarget, useLayer } from '../../command-ui/targets.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useLate } from '../../ui/use-late.ts'
import { type AddressSearch, useAddressSearch } from './use-address-search.ts'

interface AddressDialogProps {
  /** What the search starts with; all of it is selected, so that typing replaces it. */
  initial: string
  /** Typed into the street: the cursor goes behind it. */
  typed: boolean
  onTaken(detail: AddressDetail): void
  onClose(): void
  /** Where the focus goes after an address was taken; false leaves it to the dialog. */
  onLeave(): boolean
}

/** The search for the address of a consignment (section 2). */
export function AddressDialog({ initial, typed, onTaken, onClose, onLeave }: AddressDialogProps) {
  const search = useAddressSearch(initial, onTaken, onClose)
  const { state } = search
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
        onCloseAutoFocus={(event) => {
          if (state === 'taken' && onLeave()) event.preventDefault()
        }}
      >
        <DialogHeader>
          <DialogTitle>Address search</DialogTitle>
        </DialogHeader>
        <SearchBox input={input} search={search} />
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

interface SearchBoxProps {
  input: React.RefObject<HTMLInputElement | null>
  search: AddressSearch
}

/** The text and what it finds. The first address stands chosen; ↑ and ↓ choose another, Enter takes it. */
function SearchBox({ input, search }: SearchBoxProps) {
  const { text, setText, matches, state, picked, pick } = search
  const listId = useId()
  const free = state !== 'loading' && state !== 'taken'
  const [moved, setMoved] = useState<{ text: string; index: number }>({ text, index: 0 })
  const chosen = moved.text === text ? Math.min(moved.index, matches.length - 1) : 0
  const chosenId = matches.length > 0 ? `${listId}-${chosen}` : undefined

  useEffect(() => {
    if (chosenId !== undefined) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])

  const onKeyDown = (event: KeyboardEvent) => {
    const stroke = strokeOfEvent(event.nativeEvent)
    const step = stroke?.chord === 'ArrowDown' ? 1 : stroke?.chord === 'ArrowUp' ? -1 : 0
    if (step === 0 && stroke?.chord !== 'Enter') return
    event.preventDefault()
    const match = matches[chosen]
    if (step !== 0) setMoved({ text, index: (chosen + step + matches.length) % Math.max(1, matches.length) })
    // Only what stands there for this text: an Enter that came too early takes nothing.
    else if (match && !stroke?.repeat && free) pick(match.id)
  }
  return (
    <div className="flex min-h-0 flex-col">
      <div className="px-4 pb-3">
        <Input
          ref={input}
          role="combobox"
          aria-label="Address"
          aria-expanded={matches.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosenId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          readOnly={state === 'taken'}
          value={text}
          placeholder="Number and street"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="min-h-[164px] border-t border-line-soft p-1.5">
        <Status search={search} />
        <div
          id={listId}
          role="listbox"
          aria-label="Addresses"
          className="max-h-[40vh] overflow-y-auto empty:hidden"
        >
          {matches.map((match, index) => (
            <Option
              key={match.id}
              id={`${listId}-${index}`}
              match={match}
              chosen={index === chosen}
              taken={match.id === picked && state === 'taken'}
              onPick={() => free && pick(match.id)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

interface OptionProps {
  id: string
  match: AddressMatch
  chosen: boolean
  taken: boolean
  onPick(): void
}

function Option({ id, match, chosen, taken, onPick }: OptionProps) {
  const Icon = taken ? Check : MapPin
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      onClick={onPick}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      className={cn(
        'relative flex min-h-8 items-center gap-2.5 rounded-m px-2.5 hover:bg-hover-raised max-sm:min-h-11 [&>.lucide]:text-fg-3',
        'before:absolute before:inset-y-1.5 before:left-0 before:w-[3px] before:rounded-full',
        chosen && 'bg-accent-soft before:bg-accent-ink hover:bg-accent-soft [&>.lucide]:text-accent-ink',
      )}
    >
      <Icon aria-hidden="true" />
      {match.full_address}
    </div>
  )
}

const WORDS: Partial<Record<AddressSearch['state'], string>> = {
  short: 'Enter at least 3 characters of the address',
  none: 'No addresses found',
  loading: 'Loading address details',
  taken: 'Address verified',
}

const FAILURES: Partial<Record<AddressSearch['state'], string>> = {
  failed: MESSAGES.addressVerification,
  'detail-failed': MESSAGES.addressDetails,
}

/** The messages of the search (section 2) and of the catalogue. */
function Status({ search: { state, retry } }: { search: AddressSearch }) {
  const late = useLate(state === 'searching')
  const failure = FAILURES[state]
  if (failure !== undefined) {
    return (
      <Alert
        tone="error"
        title={MESSAGES.somethingWrong}
        className="m-1.5"
        action={<Button onClick={retry}>Try again</Button>}
      >
        {failure}
      </Alert>
    )
  }
  return (
    <p role="status" className="flex items-center gap-2 px-2.5 py-1.5 text-fg-2 empty:hidden">
      {(late || state === 'loading') && <Spinner />}
      {late ? 'Searching' : WORDS[state]}
    </p>
  )
}
