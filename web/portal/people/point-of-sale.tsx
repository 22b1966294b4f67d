import type { PointOfSale } from '#use-cases/terminals/points-of-sale.ts'
import type { Language } from '#domain/text/language.ts'
import { SelectField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { paths } from '#web/portal/paths.ts'
import type { PortalInput } from '#web/portal/portal-page.ts'
import { portalWords } from '#web/portal/words.tsx'
import { peopleWords, usePeopleWords } from './words.tsx'

const field = 'point_de_vente'

/** The field that a refused point of sale is about. */
export const placeRefusals = { point_of_sale_not_found: field, cashiers_too_many: field } as const

/** Where a cashier sells; terminals make points of sale, so without a terminal there is none. */
export function PointOfSaleField({
  places,
  value,
  faults,
}: {
  readonly places: readonly PointOfSale[]
  readonly value: string
  readonly faults: readonly FieldFault[]
}) {
  const words = usePeopleWords().pointOfSale
  const { language } = useScope()
  if (places.length === 0) {
    return (
      <p class="soft small">{words.none(<a href={paths.newTerminal}>{words.addTerminal}</a>)}</p>
    )
  }
  const options = places.map((place) => [place.id, placeText(place, language)] as const)
  return (
    <SelectField
      name={field}
      label={words.label}
      hint={words.hint}
      value={value}
      options={[['', words.choose], ...options]}
      error={errorAt(faults, field)}
      isFilter
    />
  )
}

/** The name of a point of sale with its service, as one merchant may have several, and its mode. */
export function placeText({ name, serviceName, mode }: PointOfSale, language: Language): string {
  const { modes } = portalWords[language]
  return mode === 'live' ? `${name} · ${serviceName}` : `${name} · ${serviceName} · ${modes[mode]}`
}

/** The point of sale in the form; null unless it is about a cashier. Throws FieldRefusal. */
export function readPointOfSale({ form, language }: PortalInput, role: string): string | null {
  if (role !== 'cashier') return null
  const id = form.text(field)
  if (id === '')
    throw new FieldRefusal([{ field, message: peopleWords[language].faults.pointOfSale }])
  return id
}
