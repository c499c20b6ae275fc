import { getFreightFigures, getOrderFigures } from '../../contract/answers.ts'
import { listCustomers } from '../../contract/customers.ts'
import { getPacking } from '../../contract/dispatch.ts'
import { getOrderHistory } from '../../contract/history.ts'
import { likelyKind } from '../../domain/records/kind-words.ts'
import { kindFacts, type RecordKind } from '../../domain/records/record-kind.ts'
import {
  type Answer,
  type AskedQuestion,
  type AskedRecord,
  answerOfFreight,
  answerOfOrders,
  answerOfRecord,
} from '../../domain/sentences/questions.ts'
import { factOf } from '../../domain/sentences/record-facts.ts'
import { send } from '../api/client.ts'
import { exportedQuery } from '../api/orders.ts'
import { now } from '../state/clock.ts'
import { installation } from '../state/installation.ts'
import { type ReadRecord, readByCode } from './read-by-code.ts'
import { recordIndex } from './record-index.ts'

/**
 * The answers of the server to a question (PAL-17), with the moment at which they were true. Never rejects: a failure is
 * an answer too.
 */
export async function answersTo(question: AskedQuestion, signal: AbortSignal): Promise<readonly Answer[]> {
  try {
    const answers = await ask(question, signal)
    const at = new Date(now()).toISOString()
    return answers.map((answer) => ({ at, ...answer }))
  } catch {
    return [{ title: 'The server could not be asked', copied: null }]
  }
}

async function ask(question: AskedQuestion, signal: AbortSignal): Promise<readonly Answer[]> {
  switch (question.of) {
    case 'orders': {
      const query = exportedQuery(question.filter)
      return [answerOfOrders(question, await send(getOrderFigures, { query, signal }))]
    }
    case 'freight': {
      const { days, courier } = question
      const query = { days, ...(courier && { courier }) }
      return [answerOfFreight(await send(getFreightFigures, { query, signal }))]
    }
    case 'record':
      return askRecord(question, signal)
    case 'customers':
      return askCustomers(question, signal)
  }
}

type Of<Kind extends AskedQuestion['of']> = Extract<AskedQuestion, { of: Kind }>

async function askRecord({ asks, code }: Of<'record'>, signal: AbortSignal): Promise<readonly Answer[]> {
  const [known] = recordIndex.exact(code)
  const kind = known?.kind ?? likelyKind(code)
  const found = await readByCode({ kind, codes: [code], match: null }, signal)
  if (found.length > 1) return [severalAnswer(kind, found)]
  const [read] = found
  if (read?.state === 'failed') throw new Error('The record could not be read.')
  if (!read?.targets) return [{ title: `No record has the code ${code}`, copied: null }]
  const record: AskedRecord = { ...read.targets }
  const { order } = record
  const path = { code: read.code }
  if (order && asks.about === 'who' && installation.capabilities.has('history')) {
    const { data, metadata } = await send(getOrderHistory, { path, signal })
    record.history = data.rows
    record.isHistoryCut = metadata.has_more
  }
  if (order && asks.about === 'weight' && installation.capabilities.has('dispatch'))
    record.weight = (await send(getPacking, { path, signal })).weight
  return [{ ...answerOfRecord(asks, record), code: read.code }]
}

/** None of several records with a code is chosen for the user (ORD-70). */
function severalAnswer(kind: RecordKind, records: readonly ReadRecord[]): Answer {
  const which = kind === 'order' ? 'have this number' : 'are meant by this code'
  const codes = records.map(({ code }) => code).join(', ')
  return { title: `Several ${kindFacts(kind).plural} ${which}: ${codes}`, copied: null }
}

/** At most this many customers with a name are shown. */
const MOST_CUSTOMERS = 5

async function askCustomers(
  { fact, name }: Of<'customers'>,
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  const { rows } = await send(listCustomers, { query: { query: name }, signal })
  if (rows.length === 0) return [{ title: `No customer is found by “${name}”`, copied: null }]
  return rows.slice(0, MOST_CUSTOMERS).map((customer) => {
    const text = factOf('customer', customer, fact)
    const whose = factOf('customer', customer, 'name') ?? customer.code
    return { title: `${text ?? 'none'} · ${whose}, ${customer.code}`, copied: text }
  })
}
