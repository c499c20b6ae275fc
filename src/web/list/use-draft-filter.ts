import { useState } from 'react'

/** What is chosen in the tools of a list and not applied yet. Another filter in the address replaces it. */
export function useDraftFilter<Filter>(filter: Filter): [draft: Filter, setDraft: (next: Filter) => void] {
  const [chosen, setChosen] = useState({ filter, draft: filter })
  if (chosen.filter !== filter) setChosen({ filter, draft: filter })
  return [chosen.draft, (draft) => setChosen({ filter, draft })]
}
