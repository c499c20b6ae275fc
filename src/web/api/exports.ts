import { DATA_BASE } from '../../contract/call.ts'
import { downloadExport, type ExportRequest, prepareExport } from '../../contract/exports.ts'
import { installation } from '../state/installation.ts'
import { send } from './client.ts'

/** Prepares an export. The address is good for one download, and needs no bearer header. */
export async function exportOf(request: ExportRequest): Promise<{ address: string; file: string }> {
  const { ticket, file } = await send(prepareExport, { body: request })
  const query = new URLSearchParams({ ticket })
  return { address: `${installation.dataHost}${DATA_BASE}${downloadExport.path}?${query}`, file }
}
