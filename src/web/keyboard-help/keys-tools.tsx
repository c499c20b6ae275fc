import { useAtom, useAtomValue } from 'jotai'
import { Search } from 'lucide-react'
import { useId } from 'react'
import { changeKeys, customShortcutsAtom, singleKeysAtom } from '../commands/key-settings.ts'
import { capsOf } from '../commands/key-text.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Input } from '../ui/input.tsx'

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
