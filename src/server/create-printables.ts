import type { Collection } from '../contract/end-of-day.ts'
import type { PrintDocument } from '../contract/printing.ts'
import { BEING_DELETED } from '../domain/freight/consignment.ts'
import { MESSAGES } from '../domain/records/catalogue.ts'
import {
  contentsPagesOf,
  type LabelDeps,
  type LabelSource,
  labelsOf,
  ownZplOf,
} from './consignments/labels.ts'
import { findConsignmentRows } from './consignments/store.ts'
import { runSheetOf } from './end-of-day/courier-days.ts'
import { notePrinted } from './history/store.ts'
import { Refusal } from './http/refusal.ts'
import type { Staff } from './http/session.ts'
import { batchPdf, collectedLabels } from './label-batches/batch.ts'
import { pickSheetPdf } from './pick-runs/routes.ts'
import type { Printable } from './printing/printer.ts'

type PrintableDeps = LabelDeps & Parameters<typeof pickSheetPdf>[0]

/** The renderer of each kind of document. `printing/` depends on none of them. */
export function createPrintables(
  deps: PrintableDeps,
): (document: PrintDocument, staff: Staff) => Promise<Printable> {
  return (document, staff) => {
    switch (document.kind) {
      case 'labels':
        return labels(deps, document.consignments, staff)
      case 'run-sheet':
        return runSheet(deps, document)
      case 'pick-sheet':
        return pickSheet(deps, document.run)
      case 'contents':
        return contents(deps, document.consignment)
      case 'test-label':
        return testLabel()
    }
  }
}

async function labels(deps: LabelDeps, codes: readonly string[], staff: Staff): Promise<Printable> {
  const rows = await findConsignmentRows(deps.db, codes)
  const found = rows.flatMap((row) => (row === null || row.deleted_at !== null ? [] : [row]))
  if (found.length < codes.length) throw new Refusal(404, MESSAGES.consignmentNotFound)
  // A print agent gets codes and no file, whose rendering would refuse it.
  if (found.some((row) => row.deleting_since !== null)) throw new Refusal(409, `${BEING_DELETED}.`)
  return {
    title: codes.length === 1 ? `Labels ${codes.join()}` : `Labels of ${codes.length} consignments`,
    connotes: found.map(({ courier, tracking_code }) => ({ courier, code: tracking_code })),
    pdf: () =>
      labelsInOne(
        deps,
        found.map(({ tracking_code }) => tracking_code),
      ),
    async zpl() {
      const labels: string[] = []
      for (const { tracking_code } of found) {
        // Not every carrier has it. Whatever else is wrong, the PDF says it.
        const own = await ownZplOf(deps, tracking_code).catch(() => null)
        if (own === null) return null
        labels.push(own)
      }
      return labels.join('')
    },
    onPrinted: () => notePrinted(deps, found, staff),
  }
}

/**
 * The labels of all consignments as one PDF.
 * @throws Refusal if a consignment has no labels
 */
async function labelsInOne(deps: LabelDeps, codes: readonly string[]): Promise<Uint8Array> {
  const [only, ...others] = codes
  if (only !== undefined && others.length === 0) return labelsOf(deps, only)
  const sources: LabelSource[] = []
  for await (const { source, refusal } of collectedLabels(deps, codes)) {
    if (refusal !== null) throw refusal
    sources.push(source)
  }
  const chunks: Buffer[] = []
  // Rendered even if the client disconnects: a job that was accepted is printed.
  for await (const chunk of batchPdf(sources, new AbortController().signal)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function runSheet(deps: LabelDeps, { courier, provider, branch }: Collection): Promise<Printable> {
  return {
    title: `Run sheet ${provider} ${branch}`,
    connotes: null,
    pdf: () => runSheetOf(deps, { courier, provider, branch }),
    zpl: async () => null,
    onPrinted: async () => undefined,
  }
}

async function pickSheet(deps: PrintableDeps, run: string): Promise<Printable> {
  return {
    title: `Pick run ${run}`,
    connotes: null,
    pdf: () => pickSheetPdf(deps, run),
    zpl: async () => null,
    onPrinted: async () => undefined,
  }
}

async function contents(deps: LabelDeps, consignment: string): Promise<Printable> {
  return {
    title: `Contents ${consignment}`,
    connotes: null,
    pdf: () => contentsPagesOf(deps, consignment),
    zpl: async () => null,
    onPrinted: async () => undefined,
  }
}

async function testLabel(): Promise<Printable> {
  return {
    title: 'Test label',
    connotes: null,
    async pdf() {
      const { renderTestLabel } = await import('./labels/render-test-label.ts')
      return renderTestLabel()
    },
    zpl: async () => null,
    onPrinted: async () => undefined,
  }
}
