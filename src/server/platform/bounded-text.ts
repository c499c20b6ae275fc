/**
 * The text of an answer from another server.
 * @param most how long it may be, in bytes
 * @throws Error where it is longer: no more of it is read
 */
export async function boundedText(answer: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > most) throw new Error(`the answer is longer than ${most} bytes`)
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}
