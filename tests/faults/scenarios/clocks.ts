import { setTimeout as pause } from 'node:timers/promises'
import { priceConsignment } from '../../../src/contract/consignments.ts'
import { atMost, type Finding, none, type Scenario } from '../scenario.ts'
import type { Bench } from '../support/bench.ts'
import { type ConsoleOnTest, until } from '../support/console.ts'
import type { DatabaseOnTest } from '../support/database.ts'
import { NoAnswer } from '../support/http.ts'
import { createLedger, waitingMails } from '../support/ledger.ts'
import { revivedTokens } from '../support/load.ts'
import { type Gateway, startCourier, startMail } from '../support/partners.ts'
import {
  issueTokens,
  type OrderOnTest,
  type Staff,
  signInLocally,
  staffWith,
  unpaidOrders,
} from '../support/staff.ts'

const HOUR = 3_600_000
const JUMP_MS = 6000
const MAILS = 3
const MAIL_WITHIN_S = 30
const BOOKED_WITHIN_S = 120

/** The server's clock jumps while sessions, e-mails and bookings are in progress. */
export const clocks: Scenario = {
  name: 'clocks',
  title: 'Clock jumps: + 13 h, + 72 h and back, − 1 h after a crash',
  within: 240,
  async run(bench) {
    const database = await bench.database()
    const courier = await startCourier(bench)
    const { mail, settings } = await startMail(bench)
    mail.script.connect = () => ({ code: 421, text: 'Closed' })
    const console = await bench.console(database, { ...courier.settings, ...settings })
    const [token = ''] = await issueTokens(bench, database, 1)
    const staff = staffWith(console.url, token)
    const orders = await unpaidOrders(bench, database)
    const revived = await signedOutTwice(bench, database, console)
    const mails = await mailsAcrossJump(bench, { database, console, staff, orders }, () => {
      mail.script.connect = () => null
    })
    const booked = await bookAfterCrash({ console, staff, gateway: courier.gateway, order: orders.pop() })
    return [none('Signed-out tokens that open the console', revived), ...mails, booked]
  },
}

/** A user signs in while the clock is ahead, which deletes old sessions. */
async function signedOutTwice(
  bench: Bench,
  database: DatabaseOnTest,
  console: ConsoleOnTest,
): Promise<string[]> {
  const ledger = createLedger()
  const withToken = (token: string) => staffWith(console.url, token)
  for (const token of await issueTokens(bench, database, 5)) {
    await withToken(token).signOut()
    ledger.signOuts.add(token)
  }
  for (const hours of [13, 72]) {
    await console.shift(hours * HOUR)
    await withToken(await signInLocally(console.url)).signOut()
    await console.shift(0)
  }
  return revivedTokens(ledger, withToken)
}

interface Setup {
  database: DatabaseOnTest
  console: ConsoleOnTest
  staff: Staff
  orders: OrderOnTest[]
}

/** E-mails wait for a mail server while the clock is three days ahead for some seconds. */
async function mailsAcrossJump(
  bench: Bench,
  { database, console, staff, orders }: Setup,
  openMailServer: () => void,
): Promise<Finding[]> {
  for (const order of orders.splice(0, MAILS)) {
    await staff.pay(order)
    await staff.pack(order)
  }
  await console.kill()
  await console.start(72 * HOUR)
  await pause(JUMP_MS)
  await console.shift(0)
  openMailServer()
  await console.kill()
  await console.start()
  const isEmpty = async () => (await bench.read(database, waitingMails)).length === 0
  const took = await until(isEmpty, MAIL_WITHIN_S * 1000)
  const failed = await bench.read(database, (db) =>
    db.selectFrom('outbox').select('recipient').where('failed_at', 'is not', null).execute(),
  )
  return [
    none(
      'E-mails given up',
      failed.map(({ recipient }) => `the e-mail to ${recipient}`),
    ),
    atMost('Until waiting e-mails are sent', MAIL_WITHIN_S, seconds(took), 's'),
  ]
}

/** The server dies during a booking, and restarts with a clock that is an hour behind. */
async function bookAfterCrash(setup: {
  console: ConsoleOnTest
  staff: Staff
  gateway: Gateway
  order: OrderOnTest | undefined
}): Promise<Finding> {
  const { console, staff, gateway, order } = setup
  const code = order?.code ?? ''
  const isBooked = async () => {
    const priced = await staff.price(code)
    const [option] = priceConsignment.answer.parse(JSON.parse(priced.text)).rows
    try {
      return (await staff.book(code, option?.id ?? '')).status === 200
    } catch (error) {
      if (error instanceof NoAnswer) return false
      throw error
    }
  }
  const isAsked = new Promise<void>((resolve) => {
    gateway.lies.set('POST /api/shipments', async () => {
      resolve()
      return null
    })
  })
  const broken = isBooked()
  await isAsked
  await console.kill()
  await broken
  gateway.lies.clear()
  await console.start(-HOUR)
  const took = await until(isBooked, BOOKED_WITHIN_S * 1000, 2000)
  return atMost('Until the order of a broken booking is booked', BOOKED_WITHIN_S, seconds(took), 's')
}

function seconds(took: number | null): number {
  return (took ?? Number.POSITIVE_INFINITY) / 1000
}
