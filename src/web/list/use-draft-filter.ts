import { useState } from 'react'

/** What is chosen in the tools of a list and not applied yet. Where the address has another filter, that replaces it. */
export function useWanted<Filter>(filter: Filter): [wanted: Filter, setWanted: (next: Filter) => void] {
  const [chosen, setChosen] = useState({ filter, wanted: filter })
  if (chosen.filter !== filter) setChosen({ filter, wanted: filter })
  return [chosen.wanted, (wanted) => setChosen({ filter, wanted })]
}
