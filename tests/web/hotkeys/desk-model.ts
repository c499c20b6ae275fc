import type { CommandContext } from '../../../commands/engine/context.ts'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import type { RecordAddress, Wait } from '../../../src/web/state/key-queue.ts'
import { contextWith, formTargets, freightTarget, recordTarget } from '../../commands/example-context.ts'
import { exampleConsignment, exampleOrder } from '../../domain/example-records.ts'

/** How an answer comes: after so many milliseconds, and whether it is a success. */
export interface Fate {
  ms: number
  ok: boolean
}

/** What the desk asks of the console: to begin and end waits. Null carries everything out in no time. */
export interface Waiting {
  begin(wait: Omit<Wait, 'id'>): number
  end(id: number, ok: boolean): void
  after(ms: number, then: () => void): void
}

type Screen = { kind: 'list' } | { kind: 'order'; code: string } | { kind: 'consignment'; code: string }
type Dialog = 'pay' | 'pack' | 'pay-and-pack'

/** The first order, the next one in the list, and the next one to ship. */
const ORDERS = ['A', 'B', 'C'] as const

/**
 * A desk with orders, a form and prices, as staff see it, written without any part of the console. What it carries out
 * stands in `log`. Each step that needs an answer takes the next fate.
 */
export class Desk {
  readonly log: string[] = []
  readonly context: CommandContext
  #screen: Screen = { kind: 'list' }
  #tab: 'details' | 'freight' = 'details'
  #dialog: Dialog | null = null
  #panel: 'closed' | 'loading' | 'failed' | 'shown' = 'closed'
  /** The order as its screen shows it: what was acknowledged is seen after it has been reloaded. */
  readonly #paid = new Set<string>()
  readonly #packed = new Set<string>()
  readonly #shipped = new Set<string>()
  /** Whether a step is under way whose result the screen does not show yet. */
  #busy = false
  readonly #fates: Iterator<Fate>
  readonly #waiting: Waiting | null

  constructor(fates: readonly Fate[], waiting: Waiting | null) {
    this.#fates = fates[Symbol.iterator]()
    this.#waiting = waiting
    this.context = contextWith({})
    this.#show()
  }

  /** Enter on a code in the palette: it is looked for, and its order opened and loaded. */
  jump(): void {
    this.#step({ label: 'A', record: null, holds: 'record' }, () => this.#goTo({ kind: 'order', code: 'A' }))
  }

  run(id: string): void {
    const { code, isFree, isForm } = this.#here()
    switch (id) {
      case 'order.record-payment':
        if (isFree && !this.#paid.has(code)) this.#open('pay')
        return
      case 'order.pack':
        if (isFree && this.#paid.has(code) && !this.#packed.has(code) && !this.#shipped.has(code))
          this.#open('pack')
        return
      case 'order.pay-and-pack':
        if (isFree && !this.#paid.has(code) && !this.#packed.has(code) && !this.#shipped.has(code))
          this.#open('pay-and-pack')
        return
      case 'dialog.confirm':
        if (this.#dialog !== null) this.#confirm(this.#dialog, code)
        return
      case 'order.copy-code':
        if (isFree) this.log.push(`copy ${code}`)
        return
      case 'order.freight':
        if (isFree) this.#goTo({ kind: 'order', code }, 'freight')
        return
      case 'record.next':
        if (isFree && code !== 'C')
          this.#goTo({ kind: 'order', code: ORDERS[ORDERS.findIndex((one) => one === code) + 1] ?? 'C' })
        return
      case 'parcels.preset-1':
        if (isForm) this.log.push(`carton for ${code}`)
        return
      case 'consignment-form.get-options':
        if (isForm) this.#price()
        return
      case 'consignment.print':
        if (this.#screen.kind === 'consignment') this.log.push(`print ${this.#screen.code}`)
        return
      case 'consignment.next-to-ship':
        if (this.#screen.kind === 'consignment') {
          this.#step({ label: 'next', record: null, holds: 'all' }, () =>
            this.#goTo({ kind: 'order', code: 'C' }),
          )
        }
    }
  }

  /** A digit with Shift in the panel books an option. */
  press({ chord }: Stroke): boolean {
    const { code } = this.#here()
    if (this.#panel !== 'shown' || chord !== 'shift+2') return false
    this.#step({ label: 'booking', record: null, holds: 'all' }, () => {
      this.log.push(`book ${code}`)
      this.#shipped.add(code)
      this.#panel = 'closed'
      this.#goTo({ kind: 'consignment', code: `CPL-${code}` })
    })
    return true
  }

  #here() {
    const order = this.#screen.kind === 'order' ? this.#screen.code : ''
    const isFree = order !== '' && this.#dialog === null && this.#panel === 'closed' && !this.#busy
    return { code: order, isFree, isForm: isFree && this.#tab === 'freight' && !this.#shipped.has(order) }
  }

  #open(dialog: Dialog): void {
    this.#busy = true
    this.context.layer = 'dialog'
    this.#step(
      { label: 'dialog', record: null, holds: 'all' },
      () => {
        this.#busy = false
        this.#dialog = dialog
      },
      true,
    )
  }

  #confirm(dialog: Dialog, code: string): void {
    this.#step({ label: code, record: null, holds: 'all' }, () => {
      this.#dialog = null
      this.log.push(`${dialog} ${code}`)
      // The screen shows the order as it was until it is reloaded.
      this.#step(
        { label: code, record: null, holds: { targets: ['order', 'orders'] } },
        () => {
          if (dialog !== 'pack') this.#paid.add(code)
          if (dialog !== 'pay') this.#packed.add(code)
        },
        true,
      )
    })
  }

  #price(): void {
    this.#panel = 'loading'
    this.#step({ label: 'options', record: null, holds: 'all' }, (ok) => {
      this.#panel = ok ? 'shown' : 'failed'
    })
  }

  /** Leaves for a screen, which then loads its record. */
  #goTo(to: Exclude<Screen, { kind: 'list' }>, tab: 'details' | 'freight' = 'details'): void {
    const record: RecordAddress = { kind: to.kind, code: to.code }
    const isHere = this.#screen.kind === to.kind && this.#screen.code === to.code
    this.#busy = true
    // The palette and the panel close when they lead to a screen.
    this.context.layer = 'page'
    this.#step(
      { label: to.code, record, holds: 'screen' },
      () => {
        this.#tab = tab
        // Here the next order is known only once this one is loaded.
        const holds = { targets: [to.kind, 'record', 'consignmentForm', 'parcels', 'labels'] } as const
        const arrived = () => {
          this.#busy = false
          this.#screen = to
        }
        if (isHere) arrived()
        else {
          this.#screen = { kind: 'list' }
          this.context.targets = {
            record: recordTarget(to.code, { kind: to.kind, loading: true, next: null }),
          }
          this.#step({ label: to.code, record, holds }, arrived, true, false)
        }
      },
      true,
      false,
    )
  }

  /** Waits for an answer, and shows its result. `isSure`: it cannot fail. */
  #step(wait: Omit<Wait, 'id'>, then: (ok: boolean) => void, isSure = false, shows = true): void {
    const fate: Fate = this.#fates.next().value ?? { ms: 0, ok: true }
    const ok = isSure || fate.ok
    const isTold = then.length > 0
    const finish = () => {
      if (ok || isTold) then(ok)
      if (shows || !this.#busy) this.#show()
    }
    if (!this.#waiting) {
      finish()
      return
    }
    const id = this.#waiting.begin(wait)
    const { end } = this.#waiting
    this.#waiting.after(fate.ms, () => {
      finish()
      end(id, ok)
    })
  }

  /** Registers what the screen shows as the targets of commands. */
  #show(): void {
    const { code, isForm } = this.#here()
    const screen = this.#screen
    if (this.#busy && screen.kind !== 'list' && this.#dialog === null) return
    this.context.layer = this.#dialog !== null || this.#panel !== 'closed' ? 'dialog' : 'page'
    const dialog = { title: '', confirmLabel: '', confirm() {}, cancel() {}, blocked: null }
    if (screen.kind === 'list') {
      if (!this.#busy) this.context.targets = {}
    } else if (screen.kind === 'consignment') {
      this.context.targets = {
        record: recordTarget(screen.code, { kind: 'consignment' }),
        consignment: exampleConsignment({ tracking_code: screen.code, order_code: 'A' }),
      }
    } else {
      const done = (set: ReadonlySet<string>) => (set.has(code) ? '2026-11-24T00:00:00Z' : null)
      const order = exampleOrder({
        code,
        dates: { paid_at: done(this.#paid), ready_at: done(this.#packed), shipped_at: done(this.#shipped) },
      })
      const next = code === 'C' ? null : '/orders/next'
      this.context.targets = {
        record: recordTarget(code, { next }),
        order,
        ...(isForm && formTargets()),
        ...(this.#dialog !== null && { dialog }),
        ...(this.#panel !== 'closed' && {
          dialog,
          freight: {
            ...freightTarget({ options: this.#panel === 'shown' ? 3 : 0, blocked: 'Choose an option first' }),
            press: (stroke: Stroke) => this.press(stroke),
          },
        }),
      }
    }
  }
}
