/** `$2,927.24`, `2927.24`, `1,250`, `NZD 20`, `20 dollars`: groups are the sign, the dollars and the cents. */
const AMOUNT = /^(-)?(nzd|nz\$|\$)?\s?(-)?(\d{1,9}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?\s?(nzd|dollars)?$/i

/** Six digits are the code of a web order, also in two groups. */
const WEB_ORDER = /^\d{3},\d{3}$/
const LABEL = /^(?:amount|sum|total)\s+/i

/**
 * The cents of a sum of money; null for any other text. Digits alone are no amount: it takes a currency, two decimals or
 * groups of thousands.
 */
export function readAmount(text: string): number | null {
  const [matched, minus, before, inner, dollars = '', decimals = '', after] =
    AMOUNT.exec(text.trim().replace(LABEL, '')) ?? []
  if (matched === undefined) return null
  const isGrouped = dollars.includes(',') && !WEB_ORDER.test(dollars)
  const isMoney = before !== undefined || after !== undefined || decimals.length === 2 || isGrouped
  if (!isMoney) return null
  const cents = Number(dollars.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'))
  return (minus ?? inner) === undefined || cents === 0 ? cents : -cents
}
