import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/server/platform/config.ts'
import { rulesFiles } from './rules-files.ts'

// PACK-1
describe('cartons', () => {
  const cartonsFile = rulesFiles()
  const read = (text: string) => {
    const path = cartonsFile(text)
    try {
      return { cartons: readConfig({ CARTONS: path }).cartons }
    } catch (error) {
      return { fault: error instanceof Error ? error.message.replace(path, 'cartons.json') : '' }
    }
  }
  const small = { name: 'Small', height_cm: 20, length_cm: 30, width_cm: 20 }
  const carton = (...parts: object[]) => JSON.stringify(parts.map((one) => ({ ...small, ...one })))

  it('are read as in the documentation', () => {
    const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
    const [, example = ''] = /reads these cartons -->\n```json\n(.*?)```/s.exec(page) ?? []
    expect(read(example)).toEqual({ cartons: JSON.parse(example) })
    expect(read(example).cartons).toHaveLength(3)
  })

  it('are none without the setting', () => expect(readConfig({}).cartons).toBeNull())

  it('may have one name at two branches, and nine at each', () => {
    const both = carton({ branch: 'auckland' }, { branch: 'christchurch' })
    expect(read(both).cartons).toHaveLength(2)
    const nine = Array.from({ length: 9 }, (_, index) => ({ name: `C${index}` }))
    expect(read(carton(...nine)).cartons).toHaveLength(9)
    expect(read(carton(...nine, { branch: 'christchurch' })).fault).toBe(
      'CARTONS cartons.json must have at most 9 cartons for christchurch.',
    )
  })

  it.each([
    ['[', 'is not valid JSON.'],
    ['{}', 'must be a list of cartons.'],
    [carton({ name: ' ' }), ': carton 1: name must not be blank.'],
    [carton({ height_cm: 0 }), ': carton 1 (Small): height_cm must be more than 0.'],
    [carton({ width_cm: '20' }), ': carton 1 (Small): width_cm must be a number of centimetres.'],
    [carton({ length_cm: undefined }), ': carton 1 (Small): length_cm must be a number of centimetres.'],
    [carton({ tare_kg: -1 }), ': carton 1 (Small): tare_kg must not be less than 0.'],
    [carton({ tare_kg: 2, most_kg: 2 }), ': carton 1 (Small): most_kg must be more than tare_kg.'],
    [carton({ branch: 'hamilton' }), ': carton 1 (Small): branch must be auckland or christchurch.'],
    [
      carton({ package_type: 'a4' }),
      ': carton 1 (Small): package_type must be one of custom, a5, bug_bronze, bug_silver, bug_plat, bug_tim.',
    ],
    [carton({ couriers: [] }), ': carton 1 (Small): couriers must not be empty.'],
    [carton({ max_kg: 10 }), ': carton 1 (Small): Unrecognized key: "max_kg".'],
    [carton({}, { branch: 'auckland' }), ': carton 2 (Small): name is used twice.'],
    [carton({}, { name: 'SMALL' }), ': carton 2 (SMALL): name is used twice.'],
  ])('%s is refused in one sentence', (text, fault) => {
    expect(read(text).fault).toBe(`CARTONS cartons.json${fault.startsWith(':') ? '' : ' '}${fault}`)
  })
})
