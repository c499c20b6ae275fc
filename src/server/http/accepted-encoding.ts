/**
 * The first of our encodings, best first, that an Accept-Encoding header takes; null to send the bytes as they are.
 */
export function acceptedEncoding<Encoding extends string>(
  header: string | undefined,
  ours: readonly Encoding[],
): Encoding | null {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  return ours.find((name) => weightOf(name) > 0) ?? null
}
