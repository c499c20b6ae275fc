import { useAtom, useAtomValue } from 'jotai'
import { ChevronDown, ChevronRight, Pencil, RotateCcw, Search } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { type CustomShortcuts, isChangeable, keyRefusal, keysOf } from '../../../commands/custom-shortcuts.ts'
import {
  availability,
  type Command,
  isSupported,
  SECTIONS,
  yieldsKeys,
} from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { nameOf } from '../../../commands/engine/keymap.ts'
import type { TargetName } from '../../../commands/engine/targets.ts'
import { COMMANDS, type CommandId } from '../../../commands/index.ts'
import { fold } from '../../domain/format/text.ts'
import { isRecordKind, kindFacts, type RecordKind } from '../../domain/records/record-kind.ts'
import { contextAtom } from '../commands/context.ts'
import { KeyCaps } from '../commands/key-caps.tsx'
import { strokeOfEvent } from '../commands/key-press.ts'
import { changeKey, changeKeys, customShortcutsAtom, singleKeysAtom } from '../commands/key-settings.ts'
import { capsOf } from '../commands/key-text.ts'
import { useLayer } from '../commands/targets.ts'
import { cn } from '../lib/cn.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Input } from '../ui/input.tsx'

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

interface KeysSheetLineProps {
  command: Command<CommandId>
  context: CommandContext
  /** Whether Tab reaches this line. Arrows move between lines. */
  tabStop: boolean
  onFocus(): void
}

/** A command with its keys, the reason why they do not work here, and the button that changes them. */
function KeysSheetLine(props: KeysSheetLineProps) {
  const { command, context } = props
  const customShortcuts = useAtomValue(customShortcutsAtom)
  const refusal = (key: string) => keyRefusal(command.id, key, customShortcuts)
  const recorder = useKeyRecorder(
    (key) => {
      const refused = refusal(key)
      if (refused === null) changeKey(command.id, key)
      else if (refused.swapped !== null) changeKeys(refused.swapped)
      return refused === null || refused.swapped !== null
    },
    (key) => key === '' || (refusal(key)?.begins ?? true),
  )
  const reason = reasonOf(command, context)
  return (
    <li className="group flex min-h-[29px] items-center gap-2 max-sm:flex-wrap border-t border-line-soft py-0.5 max-sm:min-h-11">
      <span className={reason === null ? 'sm:shrink-0' : 'text-fg-3 sm:shrink-0'}>{command.title}</span>
      {recorder.recorded === null && reason !== null && (
        <span className="truncate text-small text-fg-3">{reason}</span>
      )}
      <span
        className={cn('ml-auto flex items-center gap-1.5 pl-2', recorder.recorded === null && 'shrink-0')}
      >
        {recorder.recorded === null && <LineKeys command={command} context={context} />}
        {isChangeable(command) ? <ChangeKey {...props} recorder={recorder} /> : <span className="w-6" />}
      </span>
    </li>
  )
}

function LineKeys({ command, context }: { command: Command; context: CommandContext }) {
  return keysOf(command, { ...context, singleKeys: true }).map((key, index) => (
    <span key={key} className="inline-flex items-center gap-1.5">
      {index > 0 && <span className="text-small text-fg-3">or</span>}
      <KeyCaps keys={[key]} steady />
      <span className="sr-only">{key}</span>
    </span>
  ))
}

const SLOT =
  'inline-flex h-6 min-w-6 shrink-0 items-center justify-center gap-1.5 rounded-s text-fg-3 hover:bg-hover-raised max-sm:h-11 max-sm:min-w-11'
const ON_DEMAND = 'opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100'

/** Enter on the button starts recording. The same button receives the new key, so that the focus never moves. */
function ChangeKey(props: KeysSheetLineProps & { recorder: KeyRecorder }) {
  const { command, context, tabStop, onFocus, recorder } = props
  const button = useRef<HTMLButtonElement>(null)
  const { recorded } = recorder
  const tabIndex = tabStop ? 0 : -1
  return (
    <>
      {recorded !== null && <Recorded command={command} recorded={recorded} onSwapped={recorder.leave} />}
      <button
        ref={button}
        type="button"
        data-change-key=""
        data-recording={recorded === null ? undefined : ''}
        tabIndex={tabIndex}
        aria-label={recorded === null ? `Change key of ${command.title}` : `New key of ${command.title}`}
        onClick={recorder.start}
        onKeyDown={recorder.onKeyDown}
        onFocus={onFocus}
        onBlur={recorder.leave}
        className={recorded === null ? `${SLOT} ${ON_DEMAND}` : SLOT}
      >
        <Pencil className="icon-14" aria-hidden="true" />
      </button>
      {recorded === null && Object.hasOwn(context.customShortcuts, command.id) && (
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={`Default key of ${command.title}`}
          onClick={() => {
            changeKey(command.id, null)
            button.current?.focus()
          }}
          className={SLOT}
        >
          <RotateCcw className="icon-14" aria-hidden="true" />
        </button>
      )}
    </>
  )
}

interface RecordedProps {
  command: Command<CommandId>
  recorded: string
  onSwapped(): void
}

/** The strokes recorded so far, and whether the command can have the key. */
function Recorded({ command, recorded, onSwapped }: RecordedProps) {
  const customShortcuts = useAtomValue(customShortcutsAtom)
  const refusal = recorded === '' ? null : keyRefusal(command.id, recorded, customShortcuts)
  return (
    <>
      <span
        role="status"
        className={cn(
          'text-right text-small text-balance',
          refusal === null ? 'text-fg-2' : 'text-danger-ink',
        )}
      >
        {recorded === '' ? 'Press the new key' : (refusal?.reason ?? 'Enter saves it')}
      </span>
      {recorded !== '' && <KeyCaps keys={[recorded]} steady />}
      {refusal?.swapped && <SwapKeys keys={refusal.swapped} onDone={onSwapped} />}
    </>
  )
}

/** Swaps the keys of two commands: by Enter on the recorded key, or by a click. */
function SwapKeys({ keys, onDone }: { keys: CustomShortcuts; onDone(): void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      // Keeps the focus on the recording button: losing it would cancel the recording before the click.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        changeKeys(keys)
        onDone()
      }}
      className={cn(SLOT, 'px-1.5 text-small font-medium text-accent-ink')}
    >
      Swap
      <KeyCaps keys={['Enter']} steady />
    </button>
  )
}

/** Whether a command can run on this screen. Its keys are listed first. */
export function worksHere(command: Command, context: CommandContext): boolean {
  const isReady = availability(command, context).state === 'ready'
  return command.layers.includes('page') && isReady && !yieldsKeys(command, context)
}

/** The reason why the keys of a command have no effect here; null if they have. */
function reasonOf(command: Command, context: CommandContext): string | null {
  const state = availability(command, context)
  if (state.state !== 'ready') return state.reason ?? needsOf(command, context)
  if (yieldsKeys(command, context)) return needsOf(command, context)
  const single = keysOf(command, context).length === 0 && command.keys.length > 0
  return single && !context.singleKeys ? 'Single-letter keys are off' : null
}

/** The missing target, for a command without a reason of its own. */
function needsOf({ target }: Command, { targets }: CommandContext): string {
  if (target === null || targets[target] !== undefined) return 'Not on this screen'
  return isRecordKind(target) ? `Only on ${withArticle(kindFacts(target).name)}` : NEEDS[target]
}

const withArticle = (name: string) => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`

const NEEDS: Record<Exclude<TargetName, RecordKind>, string> = {
  list: 'Only in a list',
  arrival: 'Only on an arrival',
  arrivals: 'Only with refused records in Arrivals',
  stoppedParcel: 'Only while a notice offers it',
  record: 'Only on a record',
  dialog: 'Only in a dialog',
  labels: 'Only with labels in view',
  actions: 'Only with a menu of actions',
  menu: 'Only in an open menu',
  importRun: 'Only while a file is imported',
  tabs: 'Only on suppliers and their orders',
  courierDay: 'Only at the end of the day, on a courier',
  courierDays: 'Only with selected couriers',
  allCourierDays: 'Only at the end of the day',
  dayTabs: 'Only at the end of the day',
  job: 'Only in the New Job form',
  selection: 'Only with selected rows',
  peek: 'Only in the preview',
  orders: 'Only with selected orders',
  shownOrders: 'Only in the list of orders',
  consignments: 'Only with selected consignments',
  customers: 'Only in the palette',
  consignmentForm: 'Only in a consignment form',
  parcels: 'Only in a consignment form',
  addressSearch: 'Only in the address search',
  freight: 'Only with freight options',
  station: 'Only at the ship station',
  pickRun: 'Only in a pick run',
  day: 'Only in a date field',
  notices: 'Only while a notice is shown',
  failure: 'Only after a load has failed',
  sessions: 'Only in the settings',
  lastPrint: 'Only after a job was printed',
  booking: 'Only after a booking in this tab',
  undo: 'Only after a step of an order in this tab',
}

interface KeyRecorder {
  /** The keys pressed so far, in the form of a binding, blank before the first one; null while not recording. */
  recorded: string | null
  start(): void
  leave(): void
  /** Handles a key press. Tab keeps its usual meaning, so that keyboard users can leave. */
  onKeyDown(event: KeyboardEvent): void
}

/**
 * Records a key: one stroke, or a sequence of two. Enter saves it if it is allowed, Backspace restarts, Esc cancels.
 * @param save stores the key; returns false if it is not allowed
 * @param mayGoOn whether another stroke can extend the key to a sequence; otherwise the next stroke restarts
 */
function useKeyRecorder(save: (key: string) => boolean, mayGoOn: (key: string) => boolean): KeyRecorder {
  const [recorded, setRecorded] = useState<string | null>(null)
  // As in a dialog, the keys of the page do not work meanwhile.
  useLayer('dialog', recorded !== null)
  const leave = () => setRecorded(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const stroke = strokeOfEvent(event.nativeEvent)
    if (recorded === null || !stroke || /^(shift\+)?Tab$/.test(stroke.chord)) return
    event.preventDefault()
    event.stopPropagation()
    if (stroke.repeat) return
    if (stroke.chord === 'Escape') leave()
    else if (stroke.chord === 'Backspace') setRecorded('')
    else if (stroke.chord !== 'Enter')
      setRecorded(mayGoOn(recorded) ? continued(recorded, nameOf(stroke)) : nameOf(stroke))
    else if (recorded !== '' && save(recorded)) leave()
  }
  return { recorded, start: () => setRecorded(''), leave, onKeyDown }
}

/** A second stroke makes a sequence. A third one starts again, as does any stroke with a modifier. */
function continued(recorded: string, stroke: string): string {
  const goesOn = recorded !== '' && !/ |\w\+./.test(recorded) && !/\w\+./.test(stroke)
  return goesOn ? `${recorded} ${stroke}` : stroke
}
