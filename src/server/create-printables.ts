import type { PrintDocument } from '../contract/printing.ts'
import { MESSAGES } from '../domain/records/catalogue.ts'
import { type LabelDeps, labelsOf } from './consignments/labels.ts'
import { findConsignmentRow } from './consignments/store.ts'
import { notePrinted } from './history/store.ts'
import { Refusal } from './http/refusal.ts'
import type { Staff } from './http/session.ts'
import type { Printable } from './printing/printer.ts'

/** What each kind of document is printed from. Printing itself knows none of them. */
export function createPrintables(
  deps: LabelDeps,
): (document: PrintDocument, staff: Staff) => Promise<Printable> {
  return (document, staff) => {
    switch (document.kind) {
      case 'labels':
        return labels(deps, document.consignments, staff)
      case 'test-label':
        return testLabel()
    }
  }
}

async function labels(deps: LabelDeps, codes: readonly string[], staff: Staff): Promise<Printable> {
  const rows = await Promise.all(codes.map((code) => findConsignmentRow(deps.db, code)))
  const found = rows.flatMap((row) => (row === null || row.deleted_at !== null ? [] : [row]))
  if (found.length < codes.length) throw new Refusal(404, MESSAGES.consignmentNotFound)
  return {
    title: `Labels ${codes.join(' ')}`,
    connotes: found.map(({ courier, tracking_code }) => ({ courier, code: tracking_code })),
    async pdf() {
      const files: Uint8Array[] = []
      for (const { tracking_code } of found) files.push(await labelsOf(deps, tracking_code))
      const { mergePdfs } = await import('./labels/merge-pdfs.ts')
      return mergePdfs(files)
    },
    onPrinted: () => notePrinted(deps, found, staff),
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
    onPrinted: async () => undefined,
  }
}
