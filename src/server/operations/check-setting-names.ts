import { Settings } from '../platform/settings.ts'
import { attention, type Finding } from './findings.ts'

const NAMES = Object.keys(Settings.shape)

/** Read by other programs: the default printer of CUPS. */
const OTHERS: readonly string[] = ['PRINTER']

/** Shorter names are one letter away from too many others. */
const SHORTEST_RECOGNISED = 6

/** Names environment variables that are probably misspelt settings, because the server ignores them. Never their values. */
export function checkSettingNames(env: Record<string, string | undefined>): Finding[] {
  const unknown = Object.keys(env).filter((name) => !NAMES.includes(name) && !OTHERS.includes(name))
  return unknown.sort().flatMap((name) => {
    const meant = NAMES.find((one) => isMisspelt(name, one))
    if (meant !== undefined) return [attention('Settings', `${name} is ignored: ${meant} may be meant.`)]
    if (!FAMILIES.some((family) => name.startsWith(family))) return []
    return [attention('Settings', `${name} is ignored: there is no such setting (see docs/operations.md).`)]
  })
}

/** Beginnings that several settings share, such as `ENTRA_`. */
const FAMILIES = NAMES.flatMap((name) => /^[A-Z]+_/.exec(name) ?? []).filter(
  (family, index, all) => all.indexOf(family) !== index,
)

function isMisspelt(name: string, setting: string): boolean {
  if (name.toUpperCase() === setting) return true
  return setting.length >= SHORTEST_RECOGNISED && isOneEditApart(name.toUpperCase(), setting)
}

/** Whether one letter was added, left out or replaced, or two neighbours were swapped. */
function isOneEditApart(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [rest, otherRest] = [one.slice(start), other.slice(start)]
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  )
}
