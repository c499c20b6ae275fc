/** Keys pressed by name. Characters are typed. */
export type Key = 'Control' | 'Alt' | 'Enter' | 'Escape' | 'ArrowDown' | 'k'

/** A browser with one page, with the operations of the main job. Independent of the protocol. */
export interface Driver {
  open(url: string): Promise<void>
  /** Presses keys together, like a shortcut. */
  press(...keys: readonly Key[]): Promise<void>
  /** Presses the key of each character. */
  type(text: string): Promise<void>
  /** The browser's own Back. */
  back(): Promise<void>
  /** The result of running a function on a text in the page. */
  read(inPage: (text: string) => string, text?: string): Promise<string>
  close(): Promise<void>
}
