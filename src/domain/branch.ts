import { ABSENT, present } from './absent.ts'
import { capitalised } from './capitalised.ts'

/** A branch by its name: 'auckland' → 'Auckland', absent → '—'. */
export function branchLabel(branch: string | null): string {
  const name = present(branch)
  return name === null ? ABSENT : capitalised(name)
}
