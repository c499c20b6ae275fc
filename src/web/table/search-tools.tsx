import { memo, type Ref, useState } from 'react'
import { ListTools } from './list-tools.tsx'

interface SearchToolsProps {
  /** Names the search: 'Search customers'. */
  label: string
  /** The text of the address. */
  query: string
  /** Enter in the text, or the Filter button. */
  onApply(query: string): void
  form: Ref<HTMLFormElement>
}

/** The tools of a list that has its search alone. The text waits for Enter; another address replaces it. */
export const SearchTools = memo(function SearchTools({ label, query, onApply, form }: SearchToolsProps) {
  const [typed, setTyped] = useState({ query, text: query })
  if (typed.query !== query) setTyped({ query, text: query })
  return (
    <ListTools
      label={label}
      text={typed.text}
      onText={(text) => setTyped({ query, text })}
      onApply={() => onApply(typed.text.trim())}
      form={form}
    />
  )
})
