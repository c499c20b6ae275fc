import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import ipp from '@sealsystems/ipp'
import { z } from 'zod'

/**
 * The printer's reaction to a job: print it, take it without answering, take it and hang up, refuse it with a status,
 * or be busy for a number of requests.
 */
type Script = 'print' | 'silent' | 'hang up' | { refuse: string } | { busy: number }

const Request = z.object({
  operation: z.string(),
  'operation-attributes-tag': z.record(z.string(), z.unknown()),
  'job-attributes-tag': z.record(z.string(), z.unknown()).optional(),
  data: z.instanceof(Buffer).optional(),
})

/** A job that the printer has received. */
export interface FakeJob {
  operation: Record<string, unknown>
  job: Record<string, unknown>
  data: Uint8Array
}

const READY = {
  'printer-state': 'idle',
  'printer-state-reasons': 'none',
  'printer-is-accepting-jobs': true,
  'document-format-supported': ['application/pdf'],
}

type Attributes = Record<string, string | string[] | boolean>

export interface FakePrinter {
  url: string
  /** Replaces attributes of the printer. */
  attributes: Attributes
  /** The values of `print-scaling-supported`. */
  scalings: string[]
  /** Replaces its whole answer about its state; null for a correct one. */
  rawState: Buffer | null
  /** Whether it tells its state; if not, it never answers. */
  tellsState: boolean
  script: Script
  jobs: FakeJob[]
  stop(): Promise<void>
}

/** A printer that can be configured to misbehave. */
export async function startFakePrinter(): Promise<FakePrinter> {
  const printer: FakePrinter = {
    url: '',
    attributes: {},
    scalings: [],
    rawState: null,
    tellsState: true,
    script: 'print',
    jobs: [],
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const { operation, data, ...tags } = Request.parse(ipp.parse(body))
      const answer = (statusCode: string, attributes?: Attributes) => {
        response.writeHead(200, { 'Content-Type': 'application/ipp' })
        const encoded = ipp.serialize({
          statusCode,
          id: 1,
          'operation-attributes-tag': { 'attributes-charset': 'utf-8', 'attributes-natural-language': 'en' },
          ...(attributes && { 'printer-attributes-tag': attributes }),
        })
        response.end(withScalings(encoded, attributes ? printer.scalings : []))
      }
      if (operation === 'Get-Printer-Attributes') {
        if (printer.rawState) return void response.end(printer.rawState)
        if (printer.tellsState) answer('successful-ok', { ...READY, ...printer.attributes })
        return
      }
      const { script } = printer
      if (typeof script === 'object' && 'refuse' in script) return answer(script.refuse)
      if (typeof script === 'object' && script.busy > 0) {
        script.busy -= 1
        return answer('server-error-busy')
      }
      printer.jobs.push({
        operation: tags['operation-attributes-tag'],
        job: tags['job-attributes-tag'] ?? {},
        data: new Uint8Array(data ?? []),
      })
      if (script === 'hang up') response.destroy()
      else if (script !== 'silent') answer('successful-ok')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The printer has no port.')
  printer.url = `ipp://127.0.0.1:${address.port}/ipp/print`
  return printer
}

/** Adds `print-scaling-supported`, which the library does not encode, at the end of the last group. */
function withScalings(answer: Buffer, scalings: readonly string[]): Buffer {
  const KEYWORD = 0x44
  const sized = (text: string) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(text.length)
    return Buffer.concat([length, Buffer.from(text)])
  }
  const added = scalings.map((scaling, index) =>
    Buffer.concat([Buffer.of(KEYWORD), sized(index === 0 ? 'print-scaling-supported' : ''), sized(scaling)]),
  )
  return Buffer.concat([answer.subarray(0, -1), ...added, answer.subarray(-1)])
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
