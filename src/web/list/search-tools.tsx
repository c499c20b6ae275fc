import { memo } from 'react'
import type { TextFilter } from '../../domain/lists/text-filter.ts'
import { CommandButton } from '../commands/command-button.tsx'
import { useNarrow } from '../table/use-narrow.ts'
import type { ToolsProps } from './define-list.tsx'
import { ListTools } from './list-tools.tsx'
import { useDraftFilter } from './use-draft-filter.ts'

/** The tools of a list without filters. The typed text is applied by Enter, and replaced when the address changes. */
export const SearchTools = memo(function SearchTools(props: ToolsProps<TextFilter>) {
  const { noun, filter, onApply, form, commands, button } = props
  const narrow = useNarrow()
  const [text, setText] = useDraftFilter(filter.query)
  return (
    <ListTools
      label={`Search ${noun}`}
      text={text}
      onText={setText}
      onApply={() => onApply({ page: 1, query: text.trim() })}
      form={form}
      button={button}
      beside={narrow && commands.map((id) => <CommandButton key={id} id={id} className="max-sm:h-10" />)}
    />
  )
})
