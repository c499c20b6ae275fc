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
  const tracks = stream.getTracks()
  try {
    video.srcObject = stream
    await video.play()
    /** By code in view: the looks in a row that missed it. */
    const missed = new Map<string, number>()
    while (!signal.aborted) {
      if (tracks.every(({ readyState }) => readyState === 'ended')) throw new Error('The camera has stopped.')
      // A frame that cannot be read has no codes.
      const seen = await detector.detect(video).catch(() => [])
      for (const [code, looks] of missed) {
        if (looks + 1 < GONE_LOOKS) missed.set(code, looks + 1)
        else missed.delete(code)
      }
      for (const { rawValue } of seen) {
        if (!missed.has(rawValue) && !signal.aborted) onScan(rawValue)
        missed.set(rawValue, 0)
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  } finally {
    for (const track of tracks) track.stop()
  }
}

function wordsOf(error: unknown): string {
  const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
  return isRefused
    ? 'Allow this address to use it in the settings of the browser.'
    : 'It is missing, or another program uses it.'
}
