/**
 * The text of another server's response.
 * @param most limit in bytes
 * @throws Error if it is longer; the rest is not read
 */
export async function boundedText(answer: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream and closes the connection.
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > most) throw new Error(`the answer is longer than ${most} bytes`)
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}
