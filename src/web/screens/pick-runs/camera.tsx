import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStableCallback } from '../../lib/use-stable-callback.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** The part of the Barcode Detection API that is used. Few browsers have it, and none of its types are in TypeScript. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}

declare global {
  interface Window {
    BarcodeDetector?: new () => Detector
  }
}

/** Why the camera cannot scan here; null if it can. */
export function whyNoCamera(): string | null {
  if (!window.isSecureContext || !('mediaDevices' in navigator)) {
    return 'The camera needs a secure address (https).'
  }
  if (!window.BarcodeDetector) {
    return 'This browser cannot read bar codes with the camera: use Chrome on Android, or a scanner.'
  }
  return null
}

/** Milliseconds between two looks, and until the same code counts again while it stays in view. */
const LOOK_MS = 120
const AGAIN_MS = 1_500

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
    if (video.current)
      void watch(video.current, ending.signal, scan).catch((error) => setFailure(wordsOf(error)))
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
  const { BarcodeDetector } = window
  if (!BarcodeDetector) return
  const detector = new BarcodeDetector()
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return stop()
  signal.addEventListener('abort', stop)
  video.srcObject = stream
  await video.play()
  const seen = new Map<string, number>()
  while (!signal.aborted) {
    for (const { rawValue } of await detector.detect(video)) {
      const at = performance.now()
      const isNew = at - (seen.get(rawValue) ?? Number.NEGATIVE_INFINITY) > AGAIN_MS
      seen.set(rawValue, at)
      if (isNew && !signal.aborted) onScan(rawValue)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

function wordsOf(error: unknown): string {
  const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
  return isRefused
    ? 'Allow this address to use it in the settings of the browser.'
    : 'It is missing, or another program uses it.'
}
