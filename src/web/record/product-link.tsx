import { Link } from 'react-router-dom'
import { ABSENT } from '../../domain/format/absent.ts'
import { paths } from '../routing/paths.ts'
import { ROW_LINK } from '../table/row-link.ts'

/** A product's code in a row of a card. The link covers the whole row, which must be `relative`. */
export function ProductLink({ code }: { code: string | null }) {
  if (code === null) return <span className="min-w-28 shrink-0">{ABSENT}</span>
  return (
    <Link
      to={paths.record('product', code)}
      // Ignores the second click of a double click on a list's row, which opened this screen with the first.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
      data-row-link=""
      draggable={false}
      className={`min-w-28 shrink-0 ${ROW_LINK}`}
    >
      <code className="whitespace-nowrap @max-[560px]:break-all @max-[560px]:whitespace-normal">{code}</code>
    </Link>
  )
}
