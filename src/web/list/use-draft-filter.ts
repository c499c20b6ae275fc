import { useState } from 'react'

/** The filter chosen in a list's tools but not applied yet. It is replaced when the address changes. */
export function useDraftFilter<Filter>(filter: Filter): [draft: Filter, setDraft: (next: Filter) => void] {
  const [chosen, setChosen] = useState({ filter, draft: filter })
  if (chosen.filter !== filter) setChosen({ filter, draft: filter })
  return [chosen.draft, (draft) => setChosen({ filter, draft })]
}
