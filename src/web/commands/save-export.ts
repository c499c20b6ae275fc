import type { ExportRequest } from '../../contract/exports.ts'
import { exportOf } from '../api/exports.ts'
import { saveFrom } from '../lib/save-from.ts'
import { notify } from '../state/toasts.ts'

/**
 * Saves a list as a file. The browser downloads it by itself, so that neither its size nor leaving the page matters.
 * @throws CallError if the server refuses
 */
export async function saveExport(request: ExportRequest): Promise<void> {
  const { address, file } = await exportOf(request)
  saveFrom(address, file)
  notify('success', `Saving ${file}`)
}
