import type { Generated, Selectable } from 'kysely'
import type { ImportState } from '../../contract/imports.ts'

/** A file that a member of staff loads in the console. */
export interface ImportTable {
  /** Staff see it as the import's number. */
  id: Generated<number>
  staff_id: string
  staff_name: string
  /** The name that the user's file has. It is only shown. */
  file_name: string
  /** The name that we gave the file, in the folder of its holder. */
  file: string
  /** The process that has the file, and reads or loads it. */
  holder: string
  /** How often it was begun: the number of its present run, which ends only itself. */
  run: number
  state: ImportState
  /** JSON of `ImportOptions`. */
  options: string
  /** Bytes. */
  size: number
  /** 1 while it is read or loaded, which is so for at most one; otherwise 0. */
  is_running: number
  /** 1 once it was asked to stop. */
  is_stopping: number
  created_at: string
  /** When its holder last reported that it runs. */
  beat_at: string
  /** JSON of `ImportProgress`, `ImportPreview` and `ImportResult`. */
  progress: string | null
  preview: string | null
  result: string | null
  failure: string | null
}
export type ImportRow = Selectable<ImportTable>

/** An order that an import has added or changed. */
export interface ImportOrderTable {
  entry: Generated<number>
  import_id: number
  order_id: number
}
