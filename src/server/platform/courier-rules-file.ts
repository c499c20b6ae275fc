import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { CourierRule } from '../../contract/courier-rules.ts'

const Rules = z.array(CourierRule, { error: 'must be a list of rules' })

/** The path of a JSON file with courier rules, read as the rules. Errors name the file, the rule and the field. */
export const courierRulesFile = z.string().transform((path, { addIssue }): CourierRule[] => {
  const fail = (fault: string) => {
    addIssue(`${path}${fault}`)
    return z.NEVER
  }
  const content = readJson(path)
  if ('fault' in content) return fail(` ${content.fault}`)
  const read = Rules.safeParse(content.value)
  if (!read.success) {
    const { path: [index, ...fields] = [], message = '' } = read.error.issues[0] ?? {}
    if (typeof index !== 'number') return fail(` ${message}`)
    return fail(
      `: rule ${index + 1}${nameOf(content.value, index)}: ${[fields.join('.'), message].join(' ').trim()}`,
    )
  }
  const names = read.data.map(({ name }) => name)
  const again = names.findIndex((name, index) => names.indexOf(name) < index)
  if (again >= 0) return fail(`: rule ${again + 1} (${names[again]}): name is used twice`)
  return read.data
})

function readJson(path: string): { value: unknown } | { fault: string } {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { fault: 'is a file that cannot be read' }
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { fault: 'is not valid JSON' }
  }
}

function nameOf(rules: unknown, index: number): string {
  const rule: unknown = Array.isArray(rules) ? rules[index] : null
  const name: unknown = typeof rule === 'object' && rule !== null ? Reflect.get(rule, 'name') : null
  return typeof name === 'string' && name.trim() !== '' ? ` (${name.trim()})` : ''
}
