import { ButtonLink } from '#web/design/button.tsx'
import { excelFormat, formatField } from './export-table.ts'
import { usePortalWords } from './words.tsx'

/** Links to download a table: as CSV, and for Excel. `href` is that of the CSV. */
export function ExportLinks({ href }: { readonly href: string }) {
  const { exportAs } = usePortalWords().list
  const excel = `${href}${href.includes('?') ? '&' : '?'}${formatField}=${excelFormat}`
  return (
    <div class="row">
      <ButtonLink href={href} look="quiet" icon="download">
        <span class="sr">{exportAs} </span>CSV
      </ButtonLink>
      <ButtonLink href={excel} look="quiet" icon="download">
        <span class="sr">{exportAs} </span>Excel
      </ButtonLink>
    </div>
  )
}
