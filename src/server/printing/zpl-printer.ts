import { on, once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Paper } from '../../contract/printing.ts'
import { withTimeLimit } from '../platform/limits.ts'
import { log } from '../platform/log.ts'
import {
  BUSY_PAUSE_MS,
  MOST_TRIES,
  type Printable,
  PrinterRefused,
  type ServerPrinter,
  type TimeLimits,
} from './printer.ts'

/** What couriers' own labels in ZPL are made for: dots in a millimetre, and millimetres. */
const OWN_LABELS = { dots: 8, height: 175 }

/** Limits in milliseconds: for an answer, and for the printer to read on. */
const WITHIN: TimeLimits = { check: 3000, print: 10_000 }

interface Address {
  name: string
  paper: Paper
  host: string
  port: number
  /** Dots in a millimetre. */
  dots: number
  /** Height of a label in millimetres. */
  height: number
  /** Whether it answers a question about its state. Some print servers only pass on what they receive. */
  tellsState: boolean
  /** In tests. */
  within?: TimeLimits
}

/** A label printer that reads ZPL from a TCP connection, as those of Zebra do, and many others. */
export function zplPrinter(address: Address): ServerPrinter {
  const { name, paper } = address
  const check = () => connected(address, (socket) => refuseUnready(address, socket))
  return {
    name,
    paper,
    check,
    async print({ printable, beforeSending }) {
      await check()
      // Without a connection, so that other benches can print meanwhile.
      const labels = await labelsFor(address, printable)
      await connected(address, async (socket) => {
        await refuseUnready(address, socket)
        await beforeSending()
        await send(address, socket, labels)
      })
    },
  }
}

async function labelsFor({ dots, height }: Address, printable: Printable): Promise<string> {
  const fits = dots === OWN_LABELS.dots && height === OWN_LABELS.height
  const own = fits ? await printable.zpl() : null
  if (own !== null) return own
  const { drawZpl } = await import('./draw-zpl.ts')
  return drawZpl(await printable.pdf(), dots, height)
}

function inTime<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withTimeLimit(ms, new AbortController().signal, work)
}

/** @throws {PrinterRefused} if there is no connection */
async function connected(address: Address, work: (socket: Socket) => Promise<void>): Promise<void> {
  const socket = await connect(address)
  try {
    await work(socket)
  } finally {
    socket.destroy()
  }
}

async function connect({ name, host, port, within = WITHIN }: Address): Promise<Socket> {
  for (let tries = 1; ; tries += 1) {
    const socket = createConnection({ host, port, noDelay: true })
    // Later errors reject what waits for the socket, or come when nothing does any more.
    socket.on('error', () => undefined)
    // Answers that nobody asked for would keep it from closing.
    socket.resume()
    try {
      await inTime(within.check, (signal) => once(socket, 'connect', { signal }))
      return socket
    } catch (error) {
      socket.destroy()
      const isBusy = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
      // A printer has one connection at a time: while it has another one, it refuses.
      if (isBusy && tries < MOST_TRIES) {
        await pause(BUSY_PAUSE_MS)
        continue
      }
      log.warn({ err: error, printer: name }, 'Printer cannot be reached')
      throw new PrinterRefused(isBusy ? `${name} is busy or off.` : `${name} cannot be reached.`)
    }
  }
}

/** @throws {PrinterRefused} if it cannot print now, or does not say whether it can */
async function refuseUnready({ name, tellsState, within = WITHIN }: Address, socket: Socket): Promise<void> {
  if (!tellsState) return
  const state = await inTime(within.check, (signal) => hostStatus(socket, signal)).catch((error: unknown) => {
    log.warn({ err: error, printer: name }, 'Printer did not tell its state')
    // By the manual, a printer may be silent while it is in one of these states.
    throw new PrinterRefused(`${name} does not answer: look at its paper, ribbon and lid.`)
  })
  const reason = whyNotReady(state)
  if (reason !== null) throw new PrinterRefused(`${name} ${reason}.`)
}

/** Bytes that are sent at once. A printer whose buffer is full reads on when it has printed a label. */
const PART_BYTES = 64 * 1024

/** Resolves when the printer has read all of it. @throws if that is unknown, or the printer has stopped */
async function send(
  { name, tellsState, within = WITHIN }: Address,
  socket: Socket,
  labels: string,
): Promise<void> {
  const bytes = Buffer.from(labels)
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    await inTime(within.print, (signal) => sendPart(socket, bytes.subarray(at, at + PART_BYTES), signal))
  }
  if (!tellsState) {
    socket.end()
    if (!socket.closed) await inTime(within.print, (signal) => once(socket, 'close', { signal }))
    if (socket.errored !== null) throw socket.errored
    return
  }
  // It is answered after the labels were read.
  const reason = whyNotReady(await inTime(within.print, (signal) => hostStatus(socket, signal)))
  if (reason !== null) throw new Error(`${name} ${reason}, and may not have printed all labels.`)
}

async function sendPart(socket: Socket, part: Uint8Array, signal: AbortSignal): Promise<void> {
  if (socket.destroyed) throw new Error('The printer hung up.')
  const closed = new AbortController()
  const hangUp = () => closed.abort(new Error('The printer hung up.'))
  socket.once('close', hangUp)
  try {
    if (!socket.write(part)) await once(socket, 'drain', { signal: AbortSignal.any([signal, closed.signal]) })
  } finally {
    socket.off('close', hangUp)
  }
}

/** The three lines of ZPL's host status, each a list of values. */
type HostStatus = readonly (readonly string[])[]

const ASK_STATUS = '~HS'
const END_OF_LINE = '\u0003'
const LINES = 3
/** A status has some 80 characters. */
const MOST_CHARACTERS = 4096

async function hostStatus(socket: Socket, signal: AbortSignal): Promise<HostStatus> {
  if (socket.destroyed) throw new Error('The printer hung up.')
  const answers = on(socket, 'data', { signal, close: ['close'] })
  socket.write(ASK_STATUS)
  let text = ''
  for await (const [chunk] of answers) {
    text += String(chunk)
    const lines = text.split(END_OF_LINE)
    if (lines.length > LINES) return lines.slice(0, LINES).map((line) => line.split(','))
    if (text.length > MOST_CHARACTERS) break
  }
  throw new Error('The printer did not tell its state.')
}

/** Why a printer cannot print now, such as 'is out of paper'; null if it can. */
function whyNotReady([first = [], second = []]: HostStatus): string | null {
  const [, paperOut, paused, , , , , , , , , tooHot] = first
  const [, , headUp, ribbonOut, usesRibbon] = second
  if (headUp === '1') return 'is open'
  if (paperOut === '1') return 'is out of paper'
  if (ribbonOut === '1' && usesRibbon === '1') return 'is out of ribbon'
  if (tooHot === '1') return 'is too hot'
  return paused === '1' ? 'is paused' : null
}
