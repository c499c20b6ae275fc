import { performance } from 'node:perf_hooks'
import { renderLabels } from '../../src/server/labels/render-labels.ts'
import { LABEL, pieces } from '../server/labels/example-label.ts'
import { milliseconds, type Row, summarise } from './figures.ts'

const WARM_UP = 5
const REPEATS = 40

const ASKED = [
  { name: 'Label of one parcel', target: '≤ 20 ms', count: 1 },
  { name: 'Labels of 50 parcels', target: '≤ 500 ms', count: 50 },
] as const

/** Time to render the PDF of a consignment's labels. */
export async function labelFigures(): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, target, count } of ASKED) {
    const content = { ...LABEL, pieces: pieces(count) }
    const samples: number[] = []
    for (let time = 0; time < WARM_UP + REPEATS; time += 1) {
      const began = performance.now()
      await renderLabels(content)
      if (time >= WARM_UP) samples.push(performance.now() - began)
    }
    const { median, p95 } = summarise(samples)
    rows.push([name, target, milliseconds(median), milliseconds(p95)])
  }
  return rows
}
