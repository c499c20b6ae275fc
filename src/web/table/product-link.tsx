import { Link } from 'react-router-dom'
import { ABSENT } from '../../domain/absent.ts'
import { paths } from '../paths.ts'

/** A product's code in a row of a card: the link covers its whole row, which must be `relative`. */
export function ProductLink({ code }: { code: string | null }) {
  if (code === null) return <span className="min-w-28 shrink-0">{ABSENT}</span>
  return (
    <Link
      to={paths.product(code)}
      // The second press of a double click on a list's row ends here.
      onClick={(event) => event.detail > 1 && event.preventDefault()}
      className="min-w-28 shrink-0 after:absolute after:inset-0"
    >
      <code className="whitespace-nowrap @max-[560px]:break-all @max-[560px]:whitespace-normal">{code}</code>
    </Link>
  )
}
