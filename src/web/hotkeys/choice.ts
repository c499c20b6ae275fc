import type { Picker } from '../commands/key-press.ts'

/**
 * What keys choose in a date or a select while a scanner may be pressing them: it shows at once, and its form hears of
 * it only when it is known that a hand did. After a scan it is what it was.
 */
export class Choice {
  readonly #picker: Picker
  readonly #before: string
  #told: string
  #held = false

  constructor(picker: Picker) {
    this.#picker = picker
    this.#before = picker.value
    this.#told = picker.value
  }

  hold(): void {
    this.#held = true
  }

  /** Whether the form must not hear yet that an element changed. */
  holds(target: EventTarget | null): boolean {
    return this.#held && target === this.#picker
  }

  tell(): void {
    this.#held = false
    if (this.#picker.value === this.#told) return
    this.#told = this.#picker.value
    this.#picker.dispatchEvent(new Event('change', { bubbles: true }))
  }

  undo(): void {
    // By the browser's own setter: React takes what is set on the element itself for its own doing, and tells nobody.
    Reflect.set(Object.getPrototypeOf(this.#picker), 'value', this.#before, this.#picker)
    this.tell()
  }
}
