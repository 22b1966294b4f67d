import { ButtonLink } from './button.tsx'
import { useDesignWords } from './words.tsx'

const field = 'papier'
const ticket = '80'

/** True if a page was asked for as it is printed on the 80 mm of a receipt printer. */
export function isForTicket(query: URLSearchParams): boolean {
  return query.get(field) === ticket
}

/** Leads to the same page for the other paper: A4, or the roll of a receipt printer. */
export function PaperChoice({
  path,
  isTicket,
}: {
  readonly path: string
  readonly isTicket: boolean
}) {
  const words = useDesignWords().paper
  return (
    <ButtonLink href={isTicket ? path : `${path}?${field}=${ticket}`} look="quiet">
      {isTicket ? words.wide : words.ticket}
    </ButtonLink>
  )
}
