import { Check, MapPin, PenLine } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useMemo, useRef, useState } from 'react'
import type { AddressDetail } from '../../../contract/addresses.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { strokeOfEvent } from '../../commands/key-press.ts'
import { useCommandTarget, useLayer } from '../../commands/targets.ts'
import { cn } from '../../lib/cn.ts'
import { useLate } from '../../lib/use-late.ts'
import { Alert, FailureText } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogHeader, DialogTitle } from '../../ui/dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { Spinner } from '../../ui/progress.tsx'
import { type AddressSearch, useAddressSearch } from './use-address-search.ts'

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

/** The address search of a consignment (ADR-1). */
export function AddressDialog(props: AddressDialogProps) {
  const { initial, typed, onTaken, onTyped, onClose, onLeave } = props
  const search = useAddressSearch(initial, onTaken, onClose)
  const outcome = useRef<AddressOutcome>('cancelled')
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
        returnFocus={() => onLeave(search.state === 'taken' ? 'verified' : outcome.current)}
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

interface AddressSearchBoxProps {
  input: RefObject<HTMLInputElement | null>
  search: AddressSearch
  /** Uses the text as the street. */
  onTyped(street: string): void
}

/** The search field and its results. ↑ and ↓ move between rows, Enter picks one. */
function AddressSearchBox({ input, search, onTyped }: AddressSearchBoxProps) {
  const { text, setText, state } = search
  const listId = useId()
  const { rows, chosen, move } = useRows(search)
  const idOf = (row: Row) => `${listId}-${rows.indexOf(row)}`
  const chosenId = chosen && idOf(chosen)

  function take({ address }: Row): void {
    if (!isFree(search)) return
    if (address === null) onTyped(text.trim())
    else search.pick(address)
  }
  function onKeyDown(event: KeyboardEvent): void {
    const stroke = strokeOfEvent(event.nativeEvent)
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: 0 }[stroke?.chord ?? '']
    if (step === undefined) return
    event.preventDefault()
    if (step !== 0) move(step)
    // Enter picks only a row that is already shown for this text.
    else if (chosen && !stroke?.repeat) take(chosen)
  }
  return (
    <div className="flex min-h-0 flex-col">
      <div className="px-4 pb-3">
        <Input
          ref={input}
          role="combobox"
          aria-label="Address"
          aria-expanded={rows.length > 0}
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
          {rows.map((row) => (
            <Option key={row.address} id={idOf(row)} chosen={row === chosen} onPick={() => take(row)}>
              <RowIcon address={row.address} search={search} />
              <span className="min-w-0 break-words">{row.label}</span>
            </Option>
          ))}
        </div>
      </div>
    </div>
  )
}

interface Row {
  /** Id of a found address; null for the row that uses the text as typed. */
  address: string | null
  label: string
}

interface ChosenRow {
  rows: readonly Row[]
  chosen: Row | undefined
  /** Moves to the next or previous row and wraps around at the ends. */
  move(step: number): void
}

/**
 * The results and, as the last row, the typed text. That row is left out while a response is pending, because
 * results would move it under the user's hand. The first result is preselected; the typed text is if there are
 * none.
 */
function useRows(search: AddressSearch): ChosenRow {
  const { text, matches, state } = search
  const [moved, setMoved] = useState<{ text: string; address: Row['address'] } | null>(null)
  const street = text.trim()
  const rows: Row[] = matches.map(({ id, full_address }) => ({ address: id, label: full_address ?? '' }))
  if (street !== '' && isFree(search) && state !== 'searching')
    rows.push({ address: null, label: `Use “${street}” as typed` })

  const initial = matches.length > 0 || state === 'none' ? rows[0] : undefined
  // Identified by address, because new results may be inserted before the chosen row.
  const chosen = (moved?.text === text && rows.find(({ address }) => address === moved.address)) || initial
  return {
    rows,
    chosen,
    move(step) {
      const at = chosen ? rows.indexOf(chosen) + step : Math.min(step, 0)
      const row = rows.at(at % rows.length)
      if (row) setMoved({ text, address: row.address })
    },
  }
}

/** Whether a row can be picked: no address is loading or has just been taken. */
function isFree({ state }: AddressSearch): boolean {
  return state !== 'loading' && state !== 'taken'
}

function RowIcon({ address, search: { picked, state } }: { address: Row['address']; search: AddressSearch }) {
  if (address === null) return <PenLine aria-hidden="true" />
  return address === picked && state === 'taken' ? (
    <Check aria-hidden="true" />
  ) : (
    <MapPin aria-hidden="true" />
  )
}

interface OptionProps {
  id: string
  chosen: boolean
  onPick(): void
  children: ReactNode
}

function Option({ id, chosen, onPick, children }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus
    <div
      ref={chosen ? scrollToIt : undefined}
      id={id}
      role="option"
      aria-selected={chosen}
      onClick={onPick}
      // Keeps the focus in the search field.
      onPointerDown={(event) => event.preventDefault()}
      className={cn(
        'relative flex min-h-8 items-center gap-2.5 rounded-m px-2.5 hover:bg-hover-raised max-sm:min-h-11 [&>.lucide]:text-fg-3',
        'before:absolute before:inset-y-1.5 before:left-0 before:w-[3px] before:rounded-full',
        chosen && 'bg-accent-soft before:bg-accent-ink hover:bg-accent-soft [&>.lucide]:text-accent-ink',
      )}
    >
      {children}
    </div>
  )
}

function scrollToIt(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
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

/** The messages of the search (ADR-1). */
function Status({ search: { state, reason, retry } }: { search: AddressSearch }) {
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
        <FailureText message={failure} reason={reason} />
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
