import { DATA_BASE } from '../../contract/call.ts'
import { downloadExport, type ExportRequest, prepareExport } from '../../contract/exports.ts'
import { send } from '../api/client.ts'
import { saveFrom } from '../lib/save-from.ts'
import { installation } from '../state/installation.ts'
import { notify } from '../state/toasts.ts'

/**
 * Saves a list as a file. The browser downloads it independently of the page, so that its size does not matter and
 * the user may leave.
 * @throws CallError if the server refuses
 */
export async function saveExport(request: ExportRequest): Promise<void> {
  const { ticket, file } = await send(prepareExport, { body: request })
  const query = new URLSearchParams({ ticket })
  saveFrom(`${installation.dataHost}${DATA_BASE}${downloadExport.path}?${query}`, file)
  notify('success', `Saving ${file}`)
}
