import Type from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { isEventType, webhookEventTypes } from '#domain/webhooks/events.ts'
import { webhookLabelLengthMax } from '#domain/webhooks/texts.ts'
import { checkUrl } from '#use-cases/webhooks/check-url.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, idParameter, said, textField } from '#http/fields.ts'
import { choice } from '#http/schema-choice.ts'

const eventsMax = 50
const urlLengthMax = 2048
const everyEvent = '*'
export const eventCodes = webhookEventTypes.map(({ code }) => code)

export const endpointParams = Type.Object({ id: idParameter('webhook_endpoint_not_found') })

/** Fields of an endpoint in a request. */
export const endpointFields = {
  url: said(
    textField('invalid_url', { min: 1, max: urlLengthMax, format: 'https-url' }),
    'Where events are sent: a public `https` address without credentials, on port 443 or from 1024.',
    'https://shop.example/hook',
  ),
  label: said(
    textField('invalid_label', { min: 1, max: webhookLabelLengthMax }),
    'Your label.',
    'Shop',
  ),
  events: said(
    Type.Array(choiceField('invalid_events', [everyEvent, ...eventCodes]), {
      code: 'invalid_events',
      minItems: 1,
      maxItems: eventsMax,
      uniqueItems: true,
      rules: choice({ contains: { const: everyEvent } }, { maxItems: 1 }),
    }),
    'Types to receive: only `["*"]` for every type, including future ones, or a selection.',
    ['payment.success', 'payment.failed'],
  ),
}

type Hosts = Pick<ApiContext, 'webhookPrivateHosts'>

/** Errors of the URL, if one is given (docs/webhooks.md#addresses). */
export function urlErrors(url: string | undefined, hosts: Hosts): FieldError[] {
  if (url === undefined || checkUrl(hosts, url).ok) return []
  return [{ field: 'url', code: 'invalid_url' }]
}

/** A valid URL, as normalised by the parser. */
export function checkedUrl(url: string, hosts: Hosts): string {
  const checked = checkUrl(hosts, url)
  return checked.ok ? checked.url : url
}

/** Either all types or chosen ones from the catalogue, never both. */
export function eventsErrors(events: readonly string[] | undefined): FieldError[] {
  if (events === undefined || (events.length === 1 && events[0] === everyEvent)) return []
  return events.every(isEventType) ? [] : [{ field: 'events', code: 'invalid_events' }]
}
