import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/server/platform/config.ts'
import { rulesFiles } from './rules-files.ts'

const rulesFile = rulesFiles()
const read = (text: string) => {
  const path = rulesFile(text)
  try {
    return { rules: readConfig({ COURIER_RULES: path }).courierRules }
  } catch (error) {
    return { fault: error instanceof Error ? error.message.replace(path, 'rules.json') : '' }
  }
}
const rule = (parts: object) => JSON.stringify([{ name: 'rural', courier: 'nzpost', ...parts }])

describe('a file of courier rules', () => {
  it('is read as in the documentation', () => {
    const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
    const [, example = ''] = /reads these rules -->\n```json\n(.*?)```/s.exec(page) ?? []
    expect(read(example).rules).toEqual(JSON.parse(example))
    expect(read(example).rules).toHaveLength(3)
  })

  it('may be empty', () => expect(read('[]')).toEqual({ rules: [] }))

  it('is none without the setting', () => expect(readConfig({}).courierRules).toBeNull())

  it.each([
    ['{', 'is not valid JSON.'],
    ['{}', 'must be a list of rules.'],
    ['[1]', ': rule 1: Invalid input: expected object, received number.'],
    ['[{"name":" ","courier":"nzpost"}]', ': rule 1: name must not be blank.'],
    [rule({ courier: 7 }), ': rule 1 (rural): courier must be a text.'],
    [rule({ name: 'x'.repeat(61) }), `: rule 1 (${'x'.repeat(61)}): name must have at most 60 characters.`],
    [rule({ rural: true }), ': rule 1 (rural): Unrecognized key: "rural".'],
    [rule({ when: { rual: true } }), ': rule 1 (rural): when Unrecognized key: "rual".'],
    [rule({ when: { rural: 'yes' } }), ': rule 1 (rural): when.rural must be true or false.'],
    [rule({ when: { postcodes: '7832' } }), ': rule 1 (rural): when.postcodes must be a list.'],
    [rule({ when: { postcodes: [] } }), ': rule 1 (rural): when.postcodes must not be empty.'],
    [
      rule({ when: { postcodes: ['783'] } }),
      ': rule 1 (rural): when.postcodes.0 must be a postcode such as 7832 or a range such as 7800-7999.',
    ],
    [
      rule({ when: { postcodes: ['7832', '7999-7800'] } }),
      ': rule 1 (rural): when.postcodes.1 must begin with the lower postcode.',
    ],
    [rule({ when: { weight_kg: {} } }), ': rule 1 (rural): when.weight_kg must have over, up_to or both.'],
    [
      rule({ when: { weight_kg: { over: 5, up_to: 5 } } }),
      ': rule 1 (rural): when.weight_kg must have over below up_to.',
    ],
    [rule({ when: { volume_m3: { over: '1' } } }), ': rule 1 (rural): when.volume_m3.over must be a number.'],
    [
      rule({ when: { longest_side_cm: { up_to: -1 } } }),
      ': rule 1 (rural): when.longest_side_cm.up_to must not be less than 0.',
    ],
    [rule({ when: { pricing: [''] } }), ': rule 1 (rural): when.pricing.0 must not be blank.'],
    [
      rule({ unless_cheaper_by_cents: 3.5 }),
      ': rule 1 (rural): unless_cheaper_by_cents must be a whole number of cents.',
    ],
    [
      '[{"name":"rural","courier":"nzpost"},{"name":"rural","courier":"aramex"}]',
      ': rule 2 (rural): name is used twice.',
    ],
  ])('with %s aborts startup', (text, fault) => {
    expect(read(text)).toEqual({
      fault: `COURIER_RULES rules.json${fault.startsWith(':') ? '' : ' '}${fault}`,
    })
  })

  it('that is missing aborts startup', () => {
    expect(() => readConfig({ COURIER_RULES: 'none/rules.json' })).toThrow(
      'COURIER_RULES none/rules.json is a file that cannot be read.',
    )
  })
})
