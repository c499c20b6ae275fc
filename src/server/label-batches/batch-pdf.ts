import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LabelSource } from '../consignments/labels.ts'
import type { LabelContent } from '../labels/label-content.ts'

/**
 * The bytes of one PDF with the labels of a batch, in their order; none without labels. It is rendered to a temporary
 * file, so that clients that read slowly occupy no memory.
 * @throws the signal's reason if it is aborted before the last page is rendered
 */
export async function* batchPdf(
  sources: readonly LabelSource[],
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  if (sources.length === 0) return
  const folder = await mkdtemp(join(tmpdir(), 'labels-'))
  try {
    const file = await render(runsOf(sources), folder, signal)
    for await (const chunk of createReadStream(file)) yield chunk
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Consecutive labels of one kind. Ours are rendered as one document, which is faster and smaller. */
type Run = { pdf: Uint8Array } | { contents: LabelContent[] }

function runsOf(sources: readonly LabelSource[]): Run[] {
  const runs: Run[] = []
  for (const source of sources) {
    const last = runs.at(-1)
    if ('pdf' in source) runs.push(source)
    else if (last && 'contents' in last) last.contents.push(source.content)
    else runs.push({ contents: [source.content] })
  }
  return runs
}

/** @returns the path of the file */
async function render(runs: readonly Run[], folder: string, signal: AbortSignal): Promise<string> {
  const { renderBatch } = await import('../labels/render-labels.ts')
  const { mergePdfs } = await import('../labels/merge-pdfs.ts')
  const file = join(folder, 'labels.pdf')
  const [only, ...others] = runs
  if (only && 'contents' in only && others.length === 0) {
    await renderBatch(only.contents, file, signal)
    return file
  }
  const parts: Uint8Array[] = []
  for (const run of runs) {
    if ('pdf' in run) parts.push(run.pdf)
    else {
      await renderBatch(run.contents, file, signal)
      parts.push(await readFile(file))
    }
  }
  await writeFile(file, await mergePdfs(parts, signal))
  return file
}
