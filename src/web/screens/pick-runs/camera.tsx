import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { WorkerAnswer } from './barcode-worker.ts'

/** The part of the Barcode Detection API that is used. Few browsers have it, and none of its types are in TypeScript. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}

declare global {
  interface Window {
    BarcodeDetector?: { new (): Detector; getSupportedFormats(): Promise<readonly string[]> }
  }
}

/** Why the camera cannot scan here; null if it can. */
export function whyNoCamera(): string | null {
  const isSecure = window.isSecureContext && 'mediaDevices' in navigator
  return isSecure ? null : 'The camera needs a secure address (https).'
}

/** Milliseconds between two looks. */
const LOOK_MS = 120
/** The looks in a row without a code after which it counts again: one look may miss a code that is in view. */
const GONE_LOOKS = 6

interface CameraScanProps {
  onScan(code: string): void
  onClose(): void
}

/** The picture of the camera, in which bar codes are read (RUN-10). A code counts once until it has left the picture. */
export function CameraScan({ onScan, onClose }: CameraScanProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const scan = useStableCallback(onScan)
  useEffect(() => {
    const ending = new AbortController()
    const fail = (error: unknown) => ending.signal.aborted || setFailure(wordsOf(error))
    if (video.current) void watch(video.current, ending.signal, scan).catch(fail)
    return () => ending.abort()
  }, [scan])
  return (
    <div className="relative shrink-0 bg-surface-2">
      {failure === null ? (
        <video
          ref={video}
          aria-label="Picture of the camera"
          muted
          playsInline
          className="h-[30vh] w-full object-cover"
        />
      ) : (
        <Alert tone="error" title="The camera cannot be used" className="m-3 mr-16">
          {failure}
        </Alert>
      )}
      <Button
        size="icon"
        aria-label="Close the camera"
        onClick={onClose}
        className="absolute top-2 right-2 size-11!"
      >
        <X aria-hidden="true" />
      </Button>
    </div>
  )
}

/** Reads bar codes in the picture of the camera until the signal is aborted. */
async function watch(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onScan: (code: string) => void,
): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const tracks = stream.getTracks()
  const stop = () => {
    for (const track of tracks) track.stop()
  }
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    video.srcObject = stream
    await video.play()
    const read = await createReader(signal)
    /** By code in view: the looks in a row that missed it. */
    const missed = new Map<string, number>()
    while (!signal.aborted) {
      if (tracks.every(({ readyState }) => readyState === 'ended')) throw new Error('The camera has stopped.')
      const seen = await read(video)
      for (const [code, looks] of missed) {
        if (looks + 1 < GONE_LOOKS) missed.set(code, looks + 1)
        else missed.delete(code)
      }
      for (const code of seen) {
        if (!missed.has(code) && !signal.aborted) onScan(code)
        missed.set(code, 0)
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  } finally {
    stop()
  }
}

/** Returns the bar codes in the picture that a video shows. */
type ReadCodes = (video: HTMLVideoElement) => Promise<readonly string[]>

/** What a detector of the browser must read to be used: bar codes of products and of orders. */
const NEEDED_FORMATS = ['ean_13', 'code_128']

/** Reads by the browser if it can, otherwise by our own WebAssembly, which is loaded only then. */
async function createReader(signal: AbortSignal): Promise<ReadCodes> {
  const { BarcodeDetector } = window
  // Some browsers have a detector that reads nothing.
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (!BarcodeDetector || !NEEDED_FORMATS.every((format) => formats.includes(format))) {
    return workerReader(signal)
  }
  const detector = new BarcodeDetector()
  return async (video) => {
    // A frame that cannot be read has no codes.
    const seen = await detector.detect(video).catch(() => [])
    return seen.map(({ rawValue }) => rawValue)
  }
}

/**
 * Reads in a worker: decoding does not block the page, and only the policy of the worker allows WebAssembly.
 * @throws if the worker or its WebAssembly cannot be loaded
 */
async function workerReader(signal: AbortSignal): Promise<ReadCodes> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./barcode-worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  await nextAnswer(worker)
  return async (video) => {
    const picture = await createImageBitmap(video).catch(() => null)
    if (picture === null) return []
    const answer = nextAnswer(worker)
    worker.postMessage(picture, [picture])
    return answer
  }
}

const NOT_LOADED = 'Its reader of bar codes could not be loaded. Close the camera and open it again.'

function nextAnswer(worker: Worker): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) =>
      data === null ? reject(new Error(NOT_LOADED)) : resolve(data)
    worker.onerror = () => reject(new Error(NOT_LOADED))
  })
}

function wordsOf(error: unknown): string {
  if (!(error instanceof DOMException)) return error instanceof Error ? error.message : String(error)
  return error.name === 'NotAllowedError'
    ? 'Allow this address to use it in the settings of the browser.'
    : 'It is missing, or another program uses it.'
}
