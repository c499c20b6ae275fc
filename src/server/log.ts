/** Every character that prints nothing, the line feed and the tab of a stack apart. */
const INVISIBLE = /[^\P{C}\n\t]/gu

/** Writes to the server's log. What could steer a terminal or reorder its text is written out: `\u{1b}`. */
export function writeLog(text: string): void {
  console.error(text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`))
}
