import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/**
 * What this worker posts: an empty list once it can read, then the codes in each picture that it gets; null if its
 * WebAssembly cannot be loaded.
 */
export type WorkerAnswer = readonly string[] | null

const answer = (codes: WorkerAnswer) => self.postMessage(codes)

// Before there is a detector, which otherwise loads the WebAssembly from a public address.
const loading = prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
const detector = new BarcodeDetector()

self.addEventListener('message', async ({ data: picture }: MessageEvent<ImageBitmap>) => {
  // A picture that cannot be read has no codes.
  const seen = await detector.detect(picture).catch(() => [])
  picture.close()
  answer(seen.map(({ rawValue }) => rawValue))
})

loading.then(
  () => answer([]),
  () => answer(null),
)
