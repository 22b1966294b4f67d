import { findService } from '#use-cases/desk/find-service.ts'
import type { Scoped } from '#use-cases/desk/queue.ts'
import type { WebContext } from '#web/context.ts'
import { fieldId } from '#web/design/form.tsx'
import { paths } from './paths.ts'
import type { DeskInput } from './staff-page.ts'
import { modeNames } from './words.ts'

/** The service that a page was opened for, from its merchant's page; null for all, or if it is unknown. */
export interface ChosenService {
  /** As the query or the form gives it. */
  readonly id: string
  readonly service: Scoped | null
}

export async function readChosenService(
  { database }: WebContext,
  { form, query }: DeskInput,
): Promise<ChosenService> {
  const id = form.text('service_env_id') || (query.get('service') ?? '')
  return { id, service: await findService(database, id) }
}

/** The field of a form that is about one service: chosen by name on its merchant's page, never by pasting an id. */
export function ServiceChoice({
  chosen: { id, service },
  path,
  everybody,
  error,
}: {
  readonly chosen: ChosenService
  /** The page without a service. */
  readonly path: string
  /** The scope if no service is chosen. */
  readonly everybody: string
  readonly error: string | undefined
}) {
  return (
    <div class={error === undefined ? 'field' : 'field wrong'} id={fieldId('service_env_id')}>
      <p class="label">Service</p>
      <input type="hidden" name="service_env_id" value={id} />
      {service && (
        <p>
          {service.service.name}, {modeNames[service.mode].toLowerCase()}, de{' '}
          <a href={`${paths.merchants}/${service.merchant.id}`}>{service.merchant.name}</a>
        </p>
      )}
      {id === '' ? (
        <p>
          {everybody}. Pour un seul, <a href={paths.merchants}>cherchez son marchand</a> et partez
          de sa page.
        </p>
      ) : (
        // An unknown id stays in the form: it is refused, never taken for all services.
        <p>
          <a href={path}>Ne pas choisir de service</a>
        </p>
      )}
      {error !== undefined && <p class="error">{error}</p>}
    </div>
  )
}
