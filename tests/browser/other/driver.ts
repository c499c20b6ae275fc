/** The keys that are pressed by name; characters are typed. */
export type Key = 'Control' | 'Alt' | 'Enter' | 'Escape' | 'ArrowDown' | 'k'

/** A browser with one page, as the main job needs it: the same for whatever protocol drives it. */
export interface Driver {
  open(url: string): Promise<void>
  /** Presses keys, all held until the last is down. */
  press(...keys: readonly Key[]): Promise<void>
  /** Presses the key of every character. */
  type(text: string): Promise<void>
  /** The browser's own way back. */
  back(): Promise<void>
  /** What a function of a text says in the page. */
  read(inPage: (text: string) => string, text?: string): Promise<string>
  close(): Promise<void>
}
