import { useAtom, useAtomValue } from 'jotai'
import { ChevronDown, ChevronRight, Search } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { isChangeable, keysOf } from '../../../commands/custom-shortcuts.ts'
import { type Command, isSupported, SECTIONS } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { COMMANDS, type CommandId } from '../../../commands/index.ts'
import { fold } from '../../domain/format/text.ts'
import { contextAtom } from '../commands/context.ts'
import { changeKeys, customShortcutsAtom, singleKeysAtom } from '../commands/key-settings.ts'
import { capsOf } from '../commands/key-text.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Input } from '../ui/input.tsx'
import { KeysSheetLine, worksHere } from './keys-sheet-line.tsx'

interface KeysListProps {
  /** Only commands that match it are listed; all if blank. */
  text: string
  /** Whether the keys that do not work here are collapsed below the others. */
  foldOthers?: boolean
}

/** All keys by section, each with a button that changes it. Keys that do not work here show their reason. */
export function KeysList({ text, foldOthers = false }: KeysListProps) {
  const around = useAtomValue(contextAtom)
  // The list is about the keys of the page, so the focus of the search field is ignored.
  const context = useMemo(() => ({ ...around, typing: false }), [around])
  const [chosen, setChosen] = useState<CommandId | null>(null)
  const [unfolded, setUnfolded] = useState(!foldOthers)
  const words = fold(text).split(/\s+/).filter(Boolean)
  const supported = COMMANDS.filter((command) => isSupported(command, context))
  const found = supported.filter((command) => isWanted(command, keysOf(command, context), words))
  const here = foldOthers ? found.filter((command) => worksHere(command, context)) : found
  const others = found.filter((command) => !here.includes(command))
  const isFolded = words.length === 0 && !unfolded
  const changeable = (isFolded ? here : [...here, ...others]).filter(isChangeable)
  const tabStop = changeable.find(({ id }) => id === chosen) ?? changeable[0]
  const lines = { context, tabStop, onFocus: setChosen }
  return (
    <div className="@container">
      {found.length === 0 && <p role="status">No keys found</p>}
      <KeySections {...lines} commands={here} />
      {words.length === 0 && others.length > 0 && (
        <FoldButton folded={isFolded} count={others.length} onToggle={() => setUnfolded(isFolded)} />
      )}
      {!isFolded && <KeySections {...lines} commands={others} />}
    </div>
  )
}

interface KeySectionsProps {
  commands: readonly Command<CommandId>[]
  context: CommandContext
  tabStop: Command<CommandId> | undefined
  onFocus(id: CommandId): void
}

/** Commands under the headings of their sections. */
function KeySections({ commands, context, tabStop, onFocus }: KeySectionsProps) {
  const sections = SECTIONS.filter((section) => commands.some((command) => command.section === section))
  return (
    <div className="columns-2 gap-8 @max-[620px]:columns-1">
      {sections.map((section) => (
        <section key={section} className="mb-4 break-inside-avoid">
          <h3 className="py-1 text-micro text-fg-3">{section}</h3>
          <ul>
            {commands
              .filter((command) => command.section === section)
              .map((command) => (
                <KeysSheetLine
                  key={command.id}
                  command={command}
                  context={context}
                  tabStop={command === tabStop}
                  onFocus={() => onFocus(command.id)}
                />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface FoldButtonProps {
  folded: boolean
  count: number
  onToggle(): void
}

/** The heading of the collapsed keys, which have no effect here. */
function FoldButton({ folded, count, onToggle }: FoldButtonProps) {
  const Icon = folded ? ChevronRight : ChevronDown
  return (
    <button
      type="button"
      aria-expanded={!folded}
      onClick={onToggle}
      className="mb-2 flex h-8 w-full items-center gap-1.5 rounded-m border-t border-line text-fg-2 hover:text-fg max-sm:h-11"
    >
      <Icon aria-hidden="true" className="icon-14" />
      Not available here
      <span className="text-small text-fg-3">{count}</span>
    </button>
  )
}

/** Whether a command matches: each word is in its title, section, keywords or keys, as bound or as displayed. */
function isWanted(
  { title, section, keywords, keys: declared, inPalette }: Command,
  keys: readonly string[],
  words: readonly string[],
): boolean {
  const drawn = keys.map((key) => capsOf(key).join(' '))
  const own = fold([title, section, ...keywords, ...keys, ...drawn].join(' '))
  return (declared.length > 0 || inPalette) && words.every((word) => own.includes(word))
}

/** Arrows move between the search and the lines. Handles key presses of the element that contains both. */
export function moveBetweenLines(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !(event.target instanceof HTMLElement)) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-change-key]')]
  const next = buttons[buttons.indexOf(event.target) + step]
  const search = event.currentTarget.querySelector<HTMLElement>('[type=search]')
  if (event.target !== search && !buttons.includes(event.target)) return
  event.preventDefault()
  if (next) next.focus()
  else if (step === -1) search?.focus()
}

const PALETTE_KEY = capsOf('mod+k').join('+')

interface KeysToolsProps {
  text: string
  onText(text: string): void
}

/** Searches the keys, and changes settings that apply to all keys. */
export function KeysTools({ text, onText }: KeysToolsProps) {
  return (
    <>
      <KeysSearch text={text} onText={onText} />
      <SingleKeysSwitch />
      <AllDefaults />
      <p className="w-full text-small text-fg-2">
        With a screen reader, single keys reach the page in its focus mode only; {PALETTE_KEY} opens the
        palette in either mode, and the palette has every action.
      </p>
    </>
  )
}

function KeysSearch({ text, onText }: KeysToolsProps) {
  return (
    <span className="relative w-60 max-sm:w-full">
      <Search
        aria-hidden="true"
        className="icon-14 pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-fg-3"
      />
      <Input
        type="search"
        aria-label="Search the keys"
        placeholder="Search the keys"
        value={text}
        onChange={(event) => onText(event.target.value)}
        className="pl-7"
      />
    </span>
  )
}

/** Switches single-letter keys on or off (WCAG 2.1.4). Keys with a modifier or a name always work. */
function SingleKeysSwitch() {
  const [on, setOn] = useAtom(singleKeysAtom)
  const id = useId()
  return (
    <span className="inline-flex items-center gap-2">
      <Checkbox id={id} checked={on} onChange={(event) => setOn(event.target.checked)} />
      <label htmlFor={id}>Single-letter keys</label>
    </span>
  )
}

/** Always rendered, so that it keeps the focus; enabled once a key has been changed. */
function AllDefaults() {
  const changed = Object.keys(useAtomValue(customShortcutsAtom)).length > 0
  return (
    <Button aria-disabled={!changed || undefined} onClick={() => changeKeys({})}>
      Reset all keys
    </Button>
  )
}
