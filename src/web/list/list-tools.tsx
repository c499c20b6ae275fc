import { clsx } from 'clsx'
import { useAtomValue } from 'jotai'
import { ChevronDown, Search, SlidersHorizontal, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import type { CommandId } from '../../../commands/index.ts'
import { capitalised } from '../../domain/format/text.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { commandContext } from '../commands/context.ts'
import { CommandKeys } from '../commands/key-caps.tsx'
import { strokeOfEvent } from '../commands/key-press.ts'
import { useKeys } from '../commands/key-settings.ts'
import { targetsAtom } from '../commands/targets.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'

interface ListToolsProps {
  /** Label and placeholder of the search: 'Search orders'. */
  label: string
  text: string
  onText(text: string): void
  /** Called on Enter in the search, or by the Filter button. */
  onApply(): void
  form: Ref<HTMLFormElement>
  /** The list's filters. */
  children?: ReactNode
  /** After the search on a narrow screen, which has no heading. */
  beside?: ReactNode
  /** Whether there is a Filter button. Default: true. */
  button?: boolean
}

/** ↓ in the search moves the focus to the rows. */
function enterRows(event: KeyboardEvent): void {
  const { list } = commandContext().targets
  if (strokeOfEvent(event.nativeEvent)?.chord !== 'ArrowDown' || !list?.focusRows || list.isEmpty) return
  event.preventDefault()
  list.focusRows()
}

/** The tools above a list: search, filters and Filter button. */
export function ListTools(props: ListToolsProps) {
  const { label, text, onText, onApply, form, children, beside, button = true } = props
  const { aria } = useKeys('list.search')
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form is the search; an element around it would say so twice
    <form
      ref={form}
      role="search"
      aria-label={label}
      className="flex shrink-0 flex-wrap items-center gap-2 px-4 pb-3 max-sm:border-b max-sm:border-line max-sm:px-3 max-sm:py-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        onApply()
      }}
    >
      <span className={clsx('relative w-80', beside ? 'max-sm:w-auto max-sm:flex-1' : 'max-sm:w-full')}>
        <Search
          className="icon-14 pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-fg-3"
          aria-hidden="true"
        />
        <Input
          type="search"
          aria-label={label}
          aria-keyshortcuts={aria}
          placeholder={label}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={enterRows}
          autoComplete="off"
          spellCheck={false}
          className="pr-8 pl-7 [&::-webkit-search-cancel-button]:hidden"
        />
        <CommandKeys
          id="list.search"
          className="pointer-events-none absolute top-[5px] right-[5px] max-sm:hidden"
        />
      </span>
      {beside}
      {children}
      {button && (
        <Button type="submit" className="max-sm:not-focus:sr-only">
          <SlidersHorizontal aria-hidden="true" />
          Filter
          <CommandKeys id="list.filters" />
        </Button>
      )}
    </form>
  )
}

const FILTER =
  'relative inline-flex h-7 items-center rounded-m border border-line-control bg-surface focus-within:border-accent-ink focus-within:outline-1 focus-within:outline-accent-ink has-aria-invalid:border-danger-ink max-sm:h-9 max-sm:min-w-28 max-sm:flex-1'

interface FilterFrameProps {
  label: string
  /** Class of the label. */
  className?: string
  children: ReactNode
}

/** The frame of a filter, with its label inside. */
export function FilterFrame({ label, className, children }: FilterFrameProps) {
  return (
    <span className={FILTER}>
      <span
        className={clsx('pointer-events-none pl-2 text-fg-3 max-sm:pl-1.5 max-sm:text-small', className)}
        aria-hidden="true"
      >
        {label}
      </span>
      {children}
    </span>
  )
}

interface FilterSelectProps<Value extends string> {
  label: string
  value: Value
  options: readonly Value[]
  labelOf(value: NoInfer<Value>): string
  onChange(value: Value): void
  /** The accessible name, if the label is shortened. */
  name?: string
}

/** A select with its label inside. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, value, options, labelOf, onChange, name = label } = props
  return (
    <FilterFrame label={label}>
      <select
        aria-label={name}
        value={value}
        onChange={(event) => {
          const chosen = options.find((one) => one === event.target.value)
          if (chosen !== undefined) onChange(chosen)
        }}
        className="h-full min-w-0 appearance-none rounded-m bg-transparent pr-6 pl-1.5 font-medium max-sm:pr-[17px] max-sm:pl-0.5 max-sm:text-field text-fg outline-none field-sizing-content max-sm:flex-1 max-sm:truncate"
      >
        {options.map((one) => (
          <option key={one} value={one} className="bg-raised">
            {labelOf(one)}
          </option>
        ))}
      </select>
      <ChevronDown
        className="icon-14 pointer-events-none absolute right-1.5 text-fg-3 max-sm:right-0.5"
        aria-hidden="true"
      />
    </FilterFrame>
  )
}

interface CriterionButtonsProps<Name extends string> {
  criteria: readonly { name: Name; words: string }[]
  onRemove(name: Name): void
}

/** The criteria of a list, each with a button that removes it. */
export function CriterionButtons<Name extends string>({ criteria, onRemove }: CriterionButtonsProps<Name>) {
  if (criteria.length === 0) return null
  return (
    <ul aria-label="More filters" className="flex flex-wrap items-center gap-2 px-4 pb-3 max-sm:px-3">
      {criteria.map(({ name, words }) => (
        <li key={name}>
          <Button aria-label={`Remove the filter: ${words}`} onClick={() => onRemove(name)}>
            {capitalised(words)}
            <X aria-hidden="true" />
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface SelectionToolsProps {
  count: number
  /** The commands offered for the selected rows. */
  ids: readonly CommandId[]
  onClear(): void
}

/**
 * Commands for the selected rows, after a list's title. Rendered even without a selection, because screen readers
 * announce a status only if its element existed before its text.
 */
export function SelectionTools({ count, ids, onClear }: SelectionToolsProps) {
  return (
    <>
      <span
        role="status"
        title="Another page or filter clears the selection"
        className="whitespace-nowrap text-fg-2 tabular"
      >
        {count > 0 && `${count} selected`}
      </span>
      {count > 0 && <SelectionButtons ids={ids} onClear={onClear} />}
    </>
  )
}

/** Without their icons, and then without their keys, where the head has no space for both. */
const SELECTION_BUTTON = '@max-[1152px]:[&>.lucide]:hidden @max-[1024px]:[&>[data-keys]]:hidden'
const MANY_BUTTONS = '@max-[1600px]:[&>.lucide]:hidden @max-[1400px]:[&>[data-keys]]:hidden'
/** Of more than five buttons, the last ones leave a narrow head to the others; their keys work as before. */
const LEAVES = ['', '', '', '@max-[860px]:hidden', '@max-[1080px]:hidden', '@max-[1080px]:hidden']

function SelectionButtons({ ids, onClear }: Pick<SelectionToolsProps, 'ids' | 'onClear'>) {
  const { peek } = useAtomValue(targetsAtom)
  const isMany = ids.length > 5
  const className = isMany ? MANY_BUTTONS : SELECTION_BUTTON
  return (
    <>
      <i aria-hidden="true" className="mx-1 h-4 w-px bg-line @max-[1024px]:hidden" />
      {ids.map((id, index) => (
        <CommandButton key={id} id={id} className={`${className} ${isMany ? LEAVES[index] : ''}`} />
      ))}
      <Button variant="quiet" className={`-mr-[5px] ${className}`} onClick={onClear}>
        Clear
        {!peek && <CommandKeys id="selection.clear" />}
      </Button>
    </>
  )
}
