import { ABSENT, present } from './absent.ts'

/** A branch by its name: 'auckland' → 'Auckland', absent → '—'. */
export function branchLabel(branch: string | null): string {
  const name = present(branch)
  return name === null ? ABSENT : name.charAt(0).toUpperCase() + name.slice(1)
}
