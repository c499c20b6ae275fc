import { memo, type Ref } from 'react'
import type { CommandId } from '../../../commands/index.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useNarrow } from '../table/use-narrow.ts'
import { ListTools } from './list-tools.tsx'
import { useWanted } from './use-draft-filter.ts'

interface SearchToolsProps {
  /** Names the search: 'Search customers'. */
  label: string
  /** The text of the address. */
  query: string
  /** Enter in the text, or the Filter button. */
  onApply(query: string): void
  form: Ref<HTMLFormElement>
  /** The commands that the list's head offers: narrow screens have them here. */
  commands?: readonly CommandId[]
  /** Whether there is a Filter button. Default: yes. */
  button?: boolean
}

/** The tools of a list that has its search alone. The text waits for Enter; another address replaces it. */
export const SearchTools = memo(function SearchTools(props: SearchToolsProps) {
  const { label, query, onApply, form, commands = [], button = true } = props
  const narrow = useNarrow()
  const [text, setText] = useWanted(query)
  return (
    <ListTools
      label={label}
      text={text}
      onText={setText}
      onApply={() => onApply(text.trim())}
      form={form}
      button={button}
      beside={
        narrow && commands.map((id) => <CommandButton key={id} id={id} label="New" className="max-sm:h-10" />)
      }
    />
  )
})
