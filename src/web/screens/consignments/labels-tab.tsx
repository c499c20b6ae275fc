import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { readPdf } from '../../../domain/format/pdf.ts'
import { counted } from '../../../domain/format/text.ts'
import { BEING_DELETED } from '../../../domain/freight/consignment.ts'
import { MESSAGES } from '../../../domain/records/catalogue.ts'
import { refusalOf } from '../../api/client.ts'
import { consignmentQueries } from '../../api/consignments.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { CommandKeys } from '../../commands/key-caps.tsx'
import { useCommandTarget } from '../../commands/targets.ts'
import { cn } from '../../lib/cn.ts'
import { type PdfPage, sizeOf, usePdf } from '../../lib/pdf-document.ts'
import { RecordFailure } from '../../record/record-states.tsx'
import { buttonVariants } from '../../ui/button.tsx'
import { PdfCanvas } from '../../ui/pdf-canvas.tsx'
import { LabelsPlace } from './labels-place.tsx'

export interface LabelsTabProps {
  code: string
  /** Whether the consignment is being deleted. Its labels are then not requested. */
  deleting: boolean
  /** Unused: if the chunk fails to load, the screen shows that error. */
  onClose?: () => void
}

/** The labels of a consignment. */
export function LabelsTab({ code, deleting }: LabelsTabProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...consignmentQueries.labels(code),
    enabled: !deleting,
  })
  const pdf = useMemo(() => (data === undefined ? undefined : readPdf(data)), [data])
  if (deleting) return <RecordFailure message={MESSAGES.labels} reason={`${BEING_DELETED}.`} />
  if (pdf) return <Labels code={code} bytes={pdf} />
  const failed = pdf === null || error !== null
  if (!failed || isFetching) return <LabelsPlace />
  return (
    <RecordFailure
      message={MESSAGES.labels}
      reason={refusalOf(error).reason}
      onRetry={() => void refetch()}
    />
  )
}

function Labels({ code, bytes }: { code: string; bytes: Uint8Array<ArrayBuffer> }) {
  const { state, pages } = usePdf(bytes)
  if (state === 'loading') return <LabelsPlace />
  if (state === 'failed') return <RecordFailure message={MESSAGES.labelsFallback} />
  return <LabelPages code={code} bytes={bytes} pages={pages} />
}

interface LabelPagesProps {
  code: string
  bytes: Uint8Array<ArrayBuffer>
  pages: readonly PdfPage[]
}

/** All labels in their real size, one of them marked as current. It handles no keys itself. */
function LabelPages({ code, bytes, pages }: LabelPagesProps) {
  const [current, setCurrent] = useState(1)
  const list = useRef<HTMLOListElement>(null)
  const count = pages.length
  useCommandTarget(
    'labels',
    useMemo(() => {
      function show(label: number): void {
        setCurrent(label)
        list.current?.children[label - 1]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      }
      return { count, current, show }
    }, [count, current]),
  )
  return (
    <>
      <div className="flex h-9 shrink-0 items-center gap-2 border-b border-line px-4 text-small text-fg-3 tabular max-sm:h-auto max-sm:flex-wrap max-sm:px-3 max-sm:py-1.5">
        <span role="status">{sizeWords(pages)}</span>
        {count > 1 && (
          <span className="ml-3 inline-flex items-center gap-1.5 max-sm:hidden">
            {current} of {count}
            <CommandKeys id="labels.previous" works={current > 1} />
            <CommandKeys id="labels.next" works={current < count} />
          </span>
        )}
        <span className="ml-auto flex items-center gap-2">
          <ZplLink code={code} />
          <SaveLink content={bytes} type="application/pdf" name={`labels-${code}.pdf`} label="Download" />
          <CommandButton
            id="consignment.print"
            label={count === 1 ? 'Print label' : 'Print labels'}
            variant="primary"
          />
        </span>
      </div>
      <section
        aria-label="Labels"
        // A scrolling element must be reachable without a pointer.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        className="scroll-pane bg-bg p-8 -outline-offset-2 max-sm:p-4"
      >
        <ol ref={list} className="flex flex-wrap justify-center gap-8 max-sm:gap-4">
          {pages.map((page, index) => (
            <li key={page.pageNumber} className="flex max-w-full scroll-m-6">
              <PdfCanvas
                page={page}
                label={`Label ${index + 1} of ${count}, consignment ${code}`}
                className={cn(
                  'rounded-[2px] shadow-2 outline-offset-4',
                  count > 1 && index + 1 === current && 'outline-2 outline-accent-ink',
                )}
              />
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

/** '4 labels, 100 × 150 mm', with the size of the first one. */
function sizeWords(pages: readonly PdfPage[]): string {
  const [first] = pages
  const count = counted(pages.length, 'label')
  if (!first) return count
  const { width, height } = sizeOf(first)
  return `${count}, ${Math.round(width)} × ${Math.round(height)} mm`
}

/** Downloads the labels for label printers, if the server has them. */
function ZplLink({ code }: { code: string }) {
  const { data } = useQuery(consignmentQueries.zplLabels(code))
  if (data === undefined) return null
  return <SaveLink content={data} type="text/plain" name={`labels-${code}.zpl`} label="Download ZPL" />
}

interface SaveLinkProps {
  content: Uint8Array<ArrayBuffer> | string
  type: string
  name: string
  label: string
}

/** A link that downloads a file. */
function SaveLink({ content, type, name, label }: SaveLinkProps) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([content], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [content, type])
  return (
    <a href={url} download={name} className={buttonVariants({ variant: 'quiet' })}>
      <Download aria-hidden="true" />
      {label}
    </a>
  )
}
