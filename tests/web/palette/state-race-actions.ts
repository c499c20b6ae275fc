import { fc } from '../../properties.ts'
import { type Race, RECORDS } from './state-race.ts'

class Action implements fc.Command<object, Race> {
  readonly #words: string
  readonly #act: (race: Race) => void

  constructor(words: string, act: (race: Race) => void) {
    this.#words = words
    this.#act = act
  }

  check(): boolean {
    return true
  }

  run(_: object, race: Race): void {
    this.#act(race)
    if (race.wrong.length > 0) throw new Error(race.wrong.join('; '))
  }

  toString(): string {
    return this.#words
  }
}

const action = (words: string, act: (race: Race) => void) => new Action(words, act)
const texts = fc.constantFrom(
  ...RECORDS.map(({ code }) => code),
  '#1048',
  '@104',
  '10',
  '1',
  'so-1045',
  '10489',
  'wha',
  'whan',
  'pack',
  '',
)
const codes = fc.constantFrom(...RECORDS.map(({ code }) => code))
const often = (weight: number, arbitrary: fc.Arbitrary<Action>) => ({ weight, arbitrary })

/** The possible actions of user, server and browser, in any order. */
export const actions = fc.oneof(
  often(
    2,
    texts.map((text) => action(`open(${text})`, (race) => race.open(text))),
  ),
  often(
    4,
    texts.map((text) => action(`replace(${text})`, (race) => race.replace(text))),
  ),
  often(
    4,
    fc
      .constantFrom('1', '0', '4', '8', '2', ' ')
      .map((text) => action(`type(${text})`, (race) => race.type(text))),
  ),
  often(
    3,
    codes.map((code) => action(`type(${code} Enter)`, (race) => race.typeAhead(code))),
  ),
  often(
    12,
    fc
      .constantFrom(
        'Enter',
        'Enter',
        'Enter',
        'mod+Enter',
        'Backspace',
        'ArrowDown',
        'ArrowDown',
        'ArrowUp',
        'alt+1',
        'alt+2',
        'Escape',
        'Tab',
      )
      .map((chord) => action(`press(${chord})`, (race) => race.press(chord))),
  ),
  often(
    1,
    fc.nat(3).map((place) => action(`click(${place})`, (race) => race.click(place))),
  ),
  often(
    1,
    fc.boolean().map((focused) => action(`focus(${focused})`, (race) => race.focus(focused))),
  ),
  often(3, fc.constant(action('painted', (race) => race.painted()))),
  often(3, fc.constant(action('frame', (race) => race.frame()))),
  often(5, fc.constant(action('show', (race) => race.show()))),
  often(
    4,
    fc
      .tuple(fc.nat(5), fc.constantFrom('truth' as const, 'truth' as const, 'failed' as const))
      .map(([which, fate]) => action(`respond(${which}, ${fate})`, (race) => race.respond(which, fate))),
  ),
  often(
    2,
    fc
      .tuple(texts, fc.nat(4))
      .map(([text, count]) => action(`search(${text}, ${count})`, (race) => race.search(text, count))),
  ),
  often(
    2,
    codes.map((code) => action(`index(${code})`, (race) => race.index.add(code))),
  ),
  often(1, fc.constant(action('close', (race) => race.close()))),
)
