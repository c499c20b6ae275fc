import { useEffect } from 'react'
import type { Reading } from '../../../commands/interpreter/reading.ts'
import { getFreightFigures, getOrderFigures } from '../../contract/answers.ts'
import { listCustomers } from '../../contract/customers.ts'
import { getPacking } from '../../contract/dispatch.ts'
import { getOrderHistory } from '../../contract/history.ts'
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { formatDateTime, parseInstant, timeToday } from '../../domain/calendar/nz-time.ts'
import { likelyKind } from '../../domain/records/kind-words.ts'
import { kindFacts, type RecordKind } from '../../domain/records/record-kind.ts'
import {
  type Answer,
  type AskedQuestion,
  type AskedRecord,
  answerOfFreight,
  answerOfOrders,
  answerOfRecord,
  questionKey,
  questionWords,
} from '../../domain/sentences/questions.ts'
import { factOf } from '../../domain/sentences/record-facts.ts'
import { send } from '../api/client.ts'
import { exportedQuery } from '../api/orders.ts'
import { type ReadRecord, readByCode } from '../record-index/read-by-code.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { now } from '../state/clock.ts'
import { installation } from '../state/installation.ts'
import type { AnswerRow, Reply, RowGroup } from './machine/state.ts'
import { dispatch } from './palette-store.ts'
import { SEARCH_PAUSE_MS } from './server-requests.ts'

/** The question of a text; null if it asks none. */
export function questionIn(readings: readonly Reading[]): Extract<Reading, { kind: 'question' }> | null {
  return readings.find((reading) => reading.kind === 'question') ?? null
}

/** Asks the question of the queried text after a pause in the typing; aborted for another text. */
export function useQuestion(question: AskedQuestion | null): void {
  const about = question && questionKey(question)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds the whole question
  useEffect(() => {
    if (question === null || about === null) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const answers = await answersTo(question, abort.signal)
      if (!abort.signal.aborted) dispatch({ type: 'replied', reply: { about, answers } })
    }, SEARCH_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [about])
}

/** Never rejects. */
async function answersTo(
  question: AskedQuestion,
  signal: AbortSignal,
): Promise<readonly Answer[] | 'failed'> {
  try {
    const answers = await ask(question, signal)
    const at = new Date(now()).toISOString()
    return answers.map((answer) => ({ at, ...answer }))
  } catch {
    return 'failed'
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

/** The rows of a question: its answers, or that they are awaited. */
export function answerGroup(
  { question, about }: { question: AskedQuestion; about: string },
  reply: Reply | null,
): RowGroup {
  const key = questionKey(question)
  const words = questionWords(question, todayInAuckland(now()))
  const row = (parts: Partial<AnswerRow>, index = 0): AnswerRow => ({
    kind: 'answer',
    id: `answer:${index} ${key}`,
    title: 'Asking the server…',
    detail: words,
    copied: null,
    about,
    ...parts,
  })
  const answers = reply?.about === key ? reply.answers : null
  const rows =
    answers === null
      ? [row({})]
      : answers === 'failed'
        ? [row({ title: 'The server could not be asked' })]
        : answers.map(({ at, code = words, ...answer }, index) =>
            row({ ...answer, detail: detailOf(code, at) }, index),
          )
  return { id: 'answer', head: 'Answer', rows }
}

function detailOf(words: string, at: string | undefined): string {
  const instant = parseInstant(at ?? null)
  if (instant === null) return words
  return `${words} · at ${timeToday(instant, now()) ?? formatDateTime(at ?? null)}`
}
